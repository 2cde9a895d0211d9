import { mount } from 'svelte';

import App from './App.svelte';
import type { First } from './engine/first';
import { keepOffline } from './offline';

/** Shows the app. */
export function show(target: Element, first: First): void {
  mount(App, { target, props: { first } });
  void keepOffline(first.module);
}
