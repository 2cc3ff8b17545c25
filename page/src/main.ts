import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { table } from './lib/table.svelte'

table.open()
const target = document.getElementById('app')
if (target) mount(App, { target })
