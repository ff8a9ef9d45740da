/** A small run of the proof `requests`: hostile requests that reach the code of every operation meet no fault. */
import { expect, it } from 'vitest';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { MIN_REACHED } from '#scripts/proof/requests/reached.ts';
import { runRequests } from '#scripts/proof/requests/run.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { freePort } from '#test/server.ts';

/** Two cores send so many beside other tests in half a minute; the whole run is `npm run proof -- requests`. */
const REQUESTS = 3_000;
/** Other seeds are for the whole run. */
const SEED = 1;

it('hostile requests that reach the code of every operation find no fault', { timeout: 600_000 }, async () => {
  const dataDir = scratchFolder();
  await ensureBuild();
  const lines: string[] = [];
  const result = await runRequests({
    requests: REQUESTS,
    seed: SEED,
    port: await freePort(),
    dataDir,
    // Other tests run at the same time, in bursts.
    judgesTime: false,
    print: (line) => void lines.push(line),
  });
  console.info(lines.join('; '));
  expect(result.faults).toEqual([]);
  expect(result.reached).toBeGreaterThan(result.requests * MIN_REACHED);
  const unsent = [...result.operations].filter(([, { sent }]) => sent === 0).map(([id]) => id);
  expect(unsent).toEqual([]);
});
