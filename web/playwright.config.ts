// Browser tests with Debian's Chromium against the real server.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

const target = fileURLToPath(new URL('../target', import.meta.url));
const agon = process.env.AGON ?? [`${target}/debug/agon`, `${target}/release/agon`].find(existsSync);
const PORT = 8642;
/** A server that already runs, for work on the app itself. */
const running = process.env.AGON_URL;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared machine may stand still for seconds. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: running ?? `http://localhost:${PORT}`,
    browserName: 'chromium',
    trace: 'retain-on-failure',
    // Without a sandbox, since tests may run as root.
    launchOptions: { executablePath, args: ['--no-sandbox'] },
  },
  webServer: running
    ? undefined
    : {
        command: `${agon ?? 'agon'} serve --port ${PORT}`,
        url: `http://localhost:${PORT}/health`,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
      },
});
