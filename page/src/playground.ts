import './ui/styles/app.css'
import { mount } from 'svelte'
import { engine } from './playground/engine.svelte'
import Playground from './playground/Playground.svelte'
import { play } from './playground/play.svelte'
import { session } from './state/session.svelte'

void play.open()
const target = document.getElementById('app')
if (target) mount(Playground, { target })
// Works offline after the first visit; where service workers are forbidden, only that is missing.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => undefined)
// For the console, and for the tests: what the engine is asked here is answered as on the page.
Object.assign(globalThis, {
  sightline: {
    call: engine.call.bind(engine),
    do: session.do.bind(session),
    ask: session.ask.bind(session),
  },
})
