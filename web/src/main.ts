import './ui/theme.css';
import './ui/components.css';
import './ui/input/click_guard'; // listens from the first press on, before a board is there
import { mount } from 'svelte';
import App from './App.svelte';
import { hangSprite } from './ui/pieces/symbols';

hangSprite(document);
mount(App, { target: document.getElementById('app')! });
