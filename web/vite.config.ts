import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { offline } from './build/offline.ts';

export default defineConfig({
  plugins: [svelte(), offline()],
  worker: { format: 'es' },
  build: { target: 'es2022' },
});
