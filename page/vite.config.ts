import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Where `npm run dev` finds a running `sightline table`; the built page is served by the table itself.
const TABLE = 'http://127.0.0.1:8765'
// The table talks only to its own page: so the dev server's requests say they come from there.
const asItsOwn = { target: TABLE, changeOrigin: true, headers: { origin: TABLE } }

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/sightline/table/http/static',
    emptyOutDir: true,
    target: 'es2022',
    // The table's content security policy allows no inline script, style or font.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // One file for what every page needs, instead of forty small ones that pack badly.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: /src\/(state|protocol|ui)\// }] } } },
  },
  server: {
    proxy: { '/ws': { ...asItsOwn, ws: true }, '/maps': asItsOwn, '/export': asItsOwn },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
