import './ui/styles/app.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { session } from './state/session.svelte'

void session.open()
const target = document.getElementById('app')
if (target) mount(App, { target })
