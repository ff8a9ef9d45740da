/**
 * `npm run probe -- shares COUNT [--seed S --port P --data DIR --lanes N]`: generated probes at the edge of links, against a server of
 * its own with warm caches. Exit 0 when none leaked, 1 otherwise. The same seed makes the same probes.
 */
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeStateFolder, print, runTrial, seedOf, wholeNumber } from '#scripts/test/trial-run.ts';
import { inLanes } from '#test/flow/lanes.ts';
import { makeWireClient, type Person } from '#test/flow/wire-client.ts';
import { startServer } from '#test/server.ts';
import { makeProbes } from './probes.ts';
import { makeProbeWorld } from './world.ts';

/** Leaks that are printed. */
const SHOWN = 20;
const USAGE = 'usage: npm run probe -- shares COUNT [--seed S] [--port P] [--data DIR] [--lanes N]';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      port: { type: 'string', default: '9040' },
      data: { type: 'string' },
      lanes: { type: 'string', default: '8' },
    },
  });
  const [area = '', countText = ''] = positionals;
  if (area !== 'shares' || positionals.length !== 2) throw new Error(USAGE);
  const count = wholeNumber(countText, 'COUNT');
  const seed = seedOf(values.seed);
  const { dataDir, dispose } = makeStateFolder(values.data, 'probe');
  print(`seed ${seed}, state in ${dataDir}`);
  await ensureBuild();
  // Guesses are counted elsewhere: here each is answered.
  const env = { LIMITS: JSON.stringify({ passCodeAttempts: 10_000_000 }) };
  const server = await startServer({ port: wholeNumber(values.port, 'port'), dataDir, env, isGroup: true });
  try {
    const wire = makeWireClient(server.origin);
    const people: Person[] = [];
    for (const name of ['alice', 'bob', 'carla']) people.push(await wire.signIn(`${name}@example.com`));
    const world = await makeProbeWorld(wire, server.origin, people as [Person, Person, Person]);
    const next = makeProbes(wire, server.origin, world, seed);
    const startedMs = Date.now();
    const leaks: string[] = [];
    let done = 0;
    await inLanes(Array.from({ length: count }), wholeNumber(values.lanes, 'lanes'), async () => {
      const { what, run } = next();
      const leaked = await run().catch((error: unknown) => `no answer: ${String(error)}`);
      if (leaked !== '') leaks.push(`${what}: ${leaked}`);
      done += 1;
      if (done % 10_000 === 0) print(`${done} probes, ${leaks.length} leaks`);
    });
    for (const leak of leaks.slice(0, SHOWN)) print(`LEAK ${leak}`);
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    print(`${done} probes at the edge of links in ${seconds} s, ${leaks.length} leaks`);
    if (leaks.length === 0) dispose();
    return leaks.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

await runTrial(main);
