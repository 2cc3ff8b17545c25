import { defineConfig } from 'vite'

// The Foundry VTT module: one script that Foundry loads, and the engine's worker next to it.
export default defineConfig({
  root: 'vtt/foundry',
  base: './',
  define: { __GAMES__: process.env['SIGHTLINE_GAMES'] ?? '[]' },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'vtt/foundry/main.ts', output: { entryFileNames: 'sightline.js' } },
  },
  worker: { format: 'es' },
})
