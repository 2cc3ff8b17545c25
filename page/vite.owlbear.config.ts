import { defineConfig } from 'vite'

// The Owlbear Rodeo extension. vtt/make_vtt.py chooses the folder, and adds the engine and the manifest.
export default defineConfig({
  root: 'vtt/owlbear',
  base: './',
  define: { __GAMES__: process.env['SIGHTLINE_GAMES'] ?? '[]' },
  build: { emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  worker: { format: 'es' },
})
