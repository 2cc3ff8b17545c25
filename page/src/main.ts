import './ui/styles/app.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { table } from './state/session.svelte'

table.open()
const target = document.getElementById('app')
if (target) mount(App, { target })
