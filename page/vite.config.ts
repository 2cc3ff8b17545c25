import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The address of a running `sightline table` for `npm run dev`; the table itself serves the built
// page.
const TABLE = 'http://127.0.0.1:8765'
// The table accepts only requests from its own page, so the dev server sets that origin.
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
    // One file for what every page needs, because forty small ones compress badly.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: /src\/(state|protocol|ui)\// }] } } },
  },
  server: {
    proxy: { '/ws': { ...asItsOwn, ws: true }, '/maps': asItsOwn, '/export': asItsOwn },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
