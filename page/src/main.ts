import './ui/styles/app.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { session } from './state/session.svelte'
import { keepFocus } from './ui/dom/focus'
import { words } from './words/words.svelte'

keepFocus()
// First: the sentences of the server are put into the reader's language as they arrive.
await words.open()
void session.open()
const target = document.getElementById('app')
if (target) mount(App, { target })
