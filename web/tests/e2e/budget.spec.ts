// What a first visit costs.

import { expect, test } from '@playwright/test';

import { visit } from './agon';

/** Bytes over the network on a first visit, compressed, without nets. */
const ALL = 1_500_000;
/** Of these, scripts and the engine. */
const CODE = 800_000;

test('a first visit is small', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.mimeType));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await visit(page);
  await page.waitForLoadState('networkidle');
  let [all, code] = [0, 0];
  for (const [id, size] of sizes) {
    all += size;
    if (/javascript|wasm/.test(kinds.get(id) ?? '')) code += size;
  }
  console.log(`first visit: ${all} bytes, of them ${code} scripts and engine`);
  expect(code).toBeGreaterThan(100_000);
  expect(code).toBeLessThan(CODE);
  expect(all).toBeLessThan(ALL);
});
