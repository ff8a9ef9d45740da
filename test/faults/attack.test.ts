/** A part of `npm run attack`: nothing stops, no handler fails, no work outgrows its input. Waits are judged by the long run. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runAttack } from '#scripts/attack/attack.ts';
import { FLOODS } from '#scripts/attack/floods.ts';
import { makeLanes } from '#scripts/attack/lanes.ts';
import { runFloods } from '#scripts/attack/run-floods.ts';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { freePort } from '#test/server.ts';

/** Every lane sends its batch many times over. */
const SECONDS = 10;
const LANES = 9;
const KINDS = 7;

it('the same seed of the attack makes the same requests', () => {
  const lanes = makeLanes({
    host: 'localhost:1',
    attacker: { token: 'a.b.c' },
    upload: { path: '/k', securityToken: 't', uploadId: 'u' },
    shareId: 's',
    ids: ['i'],
    contentPath: '/f/x',
    contentHost: '127.0.0.1:1',
  });
  expect(lanes).toHaveLength(LANES);
  for (const { requests } of lanes)
    expect(fc.sample(requests, { seed: 7, numRuns: 20 })).toEqual(fc.sample(requests, { seed: 7, numRuns: 20 }));
});

it('hostile requests of every kind stop nothing and leave a clean drive', { timeout: 600_000 }, async () => {
  const dataDir = scratchFolder();
  const seed = Math.floor(Math.random() * 2 ** 31);
  await ensureBuild();
  const lines: string[] = [];
  const result = await runAttack({
    seconds: SECONDS,
    seed,
    port: await freePort(),
    dataDir,
    judgesTime: false,
    print: (line) => void lines.push(line),
  });
  console.info(`seed ${seed}: ${lines.join('; ')}`);
  expect(result.failures, `seed ${seed}`).toEqual([]);
  expect(result.statuses.size).toBe(KINDS);
  expect(result.requests).toBeGreaterThan(400);
});

it('floods of small pieces of every kind stop nothing and leave a clean drive', { timeout: 600_000 }, async () => {
  const dataDir = scratchFolder();
  const lines: string[] = [];
  const failures = await runFloods({
    port: await freePort(),
    dataDir,
    forMs: 150,
    connections: [3],
    rounds: 1,
    only: '',
    judgesTime: false,
    print: (line) => void lines.push(line),
  });
  expect(failures).toEqual([]);
  expect(lines).toHaveLength(FLOODS.length);
});
