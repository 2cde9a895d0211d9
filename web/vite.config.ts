import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { answers } from './build/answers.ts';
import { offline } from './build/offline.ts';

export default defineConfig({
  plugins: [svelte(), answers(), offline()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // One style sheet: a part that comes later finds its styles there, and nothing jumps.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // All that a first board needs is one file, beside the small one that starts the engine and asks for it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', test: /[\\/]src[\\/]main\.ts$|preload-helper|engine[\\/]first\.ts$/, priority: 1 },
            { name: 'page', test: /[\\/]src[\\/]page\.ts$/ },
          ],
        },
      },
    },
  },
});
