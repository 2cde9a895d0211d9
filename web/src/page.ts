import { mount } from 'svelte';

import App from './App.svelte';
import type { First } from './engine/first';
import { speak } from './language/language.svelte';
import { keepOffline } from './offline';

/** Shows the app. */
export function show(target: Element, first: First): void {
  const begin = () => mount(App, { target, props: { first } });
  // English is here already; another language is waited for, so that nothing is said twice.
  const fetching = speak();
  if (fetching) void fetching.then(begin);
  else begin();
  void keepOffline(first.module);
}
