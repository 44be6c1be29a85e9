import './ui/theme.css';
import './ui/components.css';
import './ui/input/click_guard'; // listens from the first click on, before any board is loaded
import { mount } from 'svelte';
import App from './App.svelte';
import { insertSprite } from './ui/pieces/symbols';

insertSprite(document);
mount(App, { target: document.getElementById('app')! });
