/** Three days of rewards on a real server whose clock is moved and which is killed each day; `npm run rewards -- --folder DIR` runs a month of 200 people. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { runMonth } from '#scripts/rewards/month.ts';
import { canMoveClock } from '#scripts/rewards/moving-clock.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { freePort } from '#test/server.ts';

const folder = scratchFolder();

const TITLE = 'the ledgers of three days with kills are what the rules give, and the audit is clean';

test.skipIf(!canMoveClock())(TITLE, { timeout: 300_000 }, async () => {
  await ensureBuild();
  const settings = { people: 10, days: 3, seed: 7, port: await freePort() };
  const dataDir = path.join(folder, 'data');
  const result = await runMonth({ ...settings, dataDir, scratch: folder, print: () => undefined });
  expect(result).toMatchObject({ people: 10, kills: 4, differences: [], violations: [] });
  // There was something to compare.
  expect(Math.min(result.checkIns, result.rewarded)).toBeGreaterThan(0);
});
