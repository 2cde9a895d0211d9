// Tests that need no browser; those in tests/e2e are Playwright's.

import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tests/**/*.test.ts'] } });
