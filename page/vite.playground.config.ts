import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The playground: the same map, with an engine in the browser instead of a server. `make
// playground` chooses the folder, and adds the engine.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../build/playground/site',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'playground.html' },
  },
  worker: { format: 'es' },
})
