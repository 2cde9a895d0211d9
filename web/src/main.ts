import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { speak } from './language/language.svelte';
import { keepOffline } from './offline';

const target = document.getElementById('app');
const begin = () => target && mount(App, { target });
// English is here already; another language is waited for, so that nothing is said twice.
const fetching = speak();
if (fetching) void fetching.then(begin);
else begin();
keepOffline();
