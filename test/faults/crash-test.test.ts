/** Five kills of the real server under load: nothing acknowledged is lost, nothing is left over. */
import { expect, it } from 'vitest';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { runCrashTest } from '#scripts/crash-test/crash-test.ts';
import { planRound } from '#scripts/crash-test/plan.ts';
import { summaryOf } from '#scripts/crash-test/summary.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { freePort } from '#test/server.ts';

const SEED = 20_261_121;

it('plans the same steps and moments from the same seed, and others from another', () => {
  expect(planRound(SEED, 3, 6, 700)).toEqual(planRound(SEED, 3, 6, 700));
  expect(planRound(SEED, 3, 6, 700)).not.toEqual(planRound(SEED + 1, 3, 6, 700));
});

it('every acknowledged change survives five kills', { timeout: 300_000 }, async () => {
  const dataDir = scratchFolder();
  await ensureBuild();
  const lines: string[] = [];
  const result = await runCrashTest({
    kills: 5,
    seed: SEED,
    port: await freePort(),
    dataDir,
    store: 'disk',
    longestMs: 700,
    print: (line) => void lines.push(line),
  });
  console.info(`seed ${SEED}: ${summaryOf(result)}`);
  expect({ lost: result.lost, violations: result.violations }, lines.join('\n')).toEqual({ lost: [], violations: [] });
  expect(result.kills).toBe(5);
  // A busy machine gets fewer changes in before each kill.
  expect(result.acknowledged).toBeGreaterThan(20);
});
