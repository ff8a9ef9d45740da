/** A program of an older format does not deploy over what a newer one has stored. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { makeCloudflare } from './cloudflare.ts';
import { type CloudflareDouble, GOOD_TOKEN, startCloudflareDouble } from './cloudflare-double.ts';
import { ACCOUNT } from './cloudflare-world.ts';
import type { Deployment } from './run.ts';
import { FORMAT_VARIABLE, TAG_PREFIX, variablesOf } from './script-config.ts';
import { checkNames } from './scripts.ts';

let double: CloudflareDouble;

beforeEach(async () => {
  double = await startCloudflareDouble();
});
afterEach(() => double.stop());

function look(format: string | null, allowsOlder = false) {
  const bindings = format === null ? [] : [{ name: FORMAT_VARIABLE, type: 'plain_text', text: format }];
  const version = { id: 'v1', annotations: { 'workers/tag': `${TAG_PREFIX}x` }, bindings };
  double.world.scripts.set('magpie', { versions: [version], secrets: new Map(), migrationTag: '', crons: [] });
  return checkNames.run({
    api: makeCloudflare({ baseUrl: double.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT, isDry: false }),
    names: { main: 'magpie', codec: 'magpie-codec' },
    adopts: false,
    allowsOlder,
    found: {},
  } as unknown as Deployment);
}

it('a newer format is refused with both numbers and the remedy, unless it is meant', async () => {
  await expect(look(String(STATE_FORMAT + 1))).rejects.toMatchObject({
    message: expect.stringContaining(`format ${STATE_FORMAT + 1}, this one ${STATE_FORMAT}`),
    remedy: expect.stringContaining('--older'),
  });
  for (const [format, allowsOlder] of [
    [String(STATE_FORMAT + 1), true],
    [String(STATE_FORMAT), false],
    [String(STATE_FORMAT - 1), false],
    ['no number', false],
    [null, false],
  ] as const)
    expect(await look(format, allowsOlder)).toHaveLength(2);
  expect(double.world.unknown).toEqual([]);
});

it('each deployment says what it stores', () => {
  const own = { app: 'drive.example.com', content: 'files.example.net', vars: {} };
  expect(variablesOf({ own, closes: false, found: {} } as unknown as Deployment, {})[FORMAT_VARIABLE]).toBe(
    String(STATE_FORMAT),
  );
});
