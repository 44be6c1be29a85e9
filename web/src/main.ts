import './kit/tokens.css';
import './kit/furniture.css';
import './kit/presses'; // listens from the first press on, before a board is there
import { mount } from 'svelte';
import App from './App.svelte';
import { hangSprite } from './kit/symbols';

hangSprite(document);
mount(App, { target: document.getElementById('app')! });
