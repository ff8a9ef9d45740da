/**
 * Files outside a link stay outside: probes with foreign, trashed and moved-out ids, forged paths, tokens of other links, ended tokens and
 * altered content links, each at every endpoint. None gets a name, an id, a byte or a success. On the real server.
 */
import { expect, test } from 'vitest';
import { allProbes } from '#scripts/probe/probes.ts';
import { LOCKED, makeProbeWorld } from '#scripts/probe/world.ts';
import { serverOfFile } from '#test/server.ts';
import { inLanes } from './lanes.ts';
import { makeWireClient, type Person } from './wire-client.ts';

const LANES = 6;

const server = await serverOfFile({ env: { LIMITS: JSON.stringify({ passCodeAttempts: 100_000 }) } });

test('300 and more probes at the edge of a link leak nothing', async () => {
  const wire = makeWireClient(server.origin);
  const signIn = (name: string): Promise<Person> => wire.signIn(`${name}@example.com`);
  const people = [await signIn('alice'), await signIn('bob'), await signIn('carla')] as const;
  const world = await makeProbeWorld(wire, server.origin, people);
  const everything = async ({ token }: Person): Promise<string[]> => {
    const listed = await wire.call('GET', '/drive/v1/files', { token, query: { parent_id: '*', limit: '1000' } });
    return listed.body.files.map(({ id, name }: { id: string; name: string }) => `${id} ${name}`).sort();
  };
  const allDrives = () => Promise.all(people.map(everything));
  const before = await allDrives();
  const probes = allProbes(wire, server.origin, world);
  const leaks: string[] = [];
  await inLanes(probes, LANES, async ({ what, run }) => {
    const leaked = await run();
    if (leaked !== '') leaks.push(`${what}: ${leaked}`);
  });
  process.stdout.write(`${probes.length} probes at the edge of a link, ${leaks.length} leaks\n`);
  expect(leaks).toEqual([]);
  expect(probes.length).toBeGreaterThanOrEqual(300);

  // Nothing moved, and the link itself still serves the holder of its token.
  expect(await allDrives()).toEqual(before);
  const { locked, visitor, inside, liveLinks } = world;
  const [, inner, , innerFile, archive] = inside;
  const textOf = async (url: string) => Buffer.from((await wire.download(url)).bytes).toString();
  expect(await textOf(liveLinks[0])).toBe(`bytes of ${LOCKED} a.txt`);
  expect(await textOf(liveLinks[1])).toBe('A file of the trip.\n');
  const right = { share_id: locked.id, pass_code_token: locked.token };
  const listed = await wire.call('GET', '/drive/v1/share/detail', { query: { ...right, parent_id: inner } });
  expect(listed.body.files.map(({ id }: { id: string }) => id).sort()).toEqual([innerFile, archive].sort());
  const body = { ...right, file_ids: [innerFile] };
  const saved = await visitor.post('/drive/v1/share/restore', body);
  expect((await wire.waitTask(visitor, saved.body.restore_task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
});
