import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Where `npm run dev` finds a running table; the built page is served by the table itself.
const TABLE = 'http://127.0.0.1:8123'

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/sightline/apps/web/static',
    emptyOutDir: true,
    target: 'es2022',
    // The table's content security policy allows no inline script, style or font.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      '/ws': { target: TABLE, ws: true },
      '/maps': TABLE,
      '/export': TABLE,
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
