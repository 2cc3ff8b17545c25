import './ui/styles/app.css'
import { mount } from 'svelte'
import { engine } from './playground/engine/engine.svelte'
import Playground from './playground/Playground.svelte'
import { play } from './playground/play.svelte'
import { layout } from './state/page/layout.svelte'
import { session } from './state/session.svelte'
import { keepFocus } from './ui/dom/focus'
import { words } from './words/words.svelte'

layout.foldedAtFirst = ['rule', 'figures', 'maps', 'who', 'export']
keepFocus()
// First: the sentences of the engine are put into the reader's language as they arrive.
await words.open()
void play.open()
await words.need('playground')
const target = document.getElementById('app')
if (target) mount(Playground, { target })
// The playground works offline after the first visit, unless service workers are forbidden.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => undefined)
// For the console and for tests: a direct connection to the page's engine.
Object.assign(globalThis, {
  sightline: {
    call: engine.call.bind(engine),
    do: session.do.bind(session),
    ask: session.ask.bind(session),
  },
})
