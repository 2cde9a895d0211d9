// The first script, and a small one: the engine is on its way before the app has been read.

import './app.css';
import { begin } from './engine/first';

const first = begin();
const target = document.getElementById('app');
if (target) {
  import('./page').then(
    ({ show }) => show(target, first),
    (error: Error) => (target.textContent = `Agon could not be loaded: ${error.message}`),
  );
}
