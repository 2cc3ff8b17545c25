import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The playground: the same map, with an engine in the browser in place of a server. `make playground`
// says where it goes, and puts the engine beside it.
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
