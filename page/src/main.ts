import './ui/styles/app.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { session } from './state/session.svelte'
import { keepFocus } from './ui/dom/focus'
import { words } from './words/words.svelte'

const language = words.open()
void session.open()
keepFocus()
await language
const target = document.getElementById('app')
if (target) mount(App, { target })
