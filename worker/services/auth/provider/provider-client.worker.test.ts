/** A provider that is slow or down: how few calls wait for it, and what is answered at once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newHexId } from '#worker/platform/ids.ts';
import { refusalOf } from '../factor/factor-fixture.ts';
import { makeProviderDouble, NO_FAULTS, type ProviderDouble } from '../oidc/provider-fixture.ts';
import { makeProviderClient, type ProviderClient } from './provider-client.ts';
import { DEADLINE_MS, PROVIDER_PLACES } from './provider-places.ts';

const METADATA = '/.well-known/openid-configuration';
const UNREACHABLE = { name: 'provider_error', reason: 'provider_unreachable' };
const time = { nowMs: 1_800_000_000_000 };
let provider: ProviderDouble;
let client: ProviderClient;

const secrets = () => ({ state: newHexId(), nonce: newHexId(), verifier: newHexId(32) });
const acme = () => {
  const [first] = client.providers;
  if (!first) throw new Error('no provider');
  return first;
};
const begin = () => client.begin(acme(), secrets());
const never = () => new Promise<Response>(() => undefined);
const down = () => Promise.reject(new Error('down'));

beforeEach(async () => {
  provider = await makeProviderDouble(() => time.nowMs);
  const clock = { nowMs: () => time.nowMs };
  client = makeProviderClient({ ...provider.signInProviders, appOrigin: 'https://drive.example.com', clock });
});
afterEach(() => void vi.useRealTimers());

it('metadata that cannot be read is refused at once for ten seconds', async () => {
  provider.faults.answers = { [METADATA]: down };
  for (let i = 0; i < 3; i += 1) expect(await refusalOf(begin())).toEqual(UNREACHABLE);
  expect(provider.calls).toHaveLength(1);
  Object.assign(provider.faults, NO_FAULTS);
  time.nowMs += 10_000;
  expect(await begin()).toContain('/authorize');
});

it('metadata is used past its hour while it cannot be read again', async () => {
  await begin();
  time.nowMs += 3_600_000;
  provider.faults.answers = { [METADATA]: down };
  for (let i = 0; i < 3; i += 1) expect(await begin()).toContain('/authorize');
  expect(provider.calls).toHaveLength(2);
});

it('one call reads metadata again, and the others do not wait for it', async () => {
  await begin();
  time.nowMs += 3_600_000;
  let answer = (_response: Response) => {};
  provider.faults.answers = { [METADATA]: () => new Promise((resolve) => (answer = resolve)) };
  const first = begin();
  await vi.waitFor(() => expect(provider.calls).toHaveLength(2));
  for (let i = 0; i < PROVIDER_PLACES; i += 1) expect(await begin()).toContain('/authorize');
  answer(new Response('', { status: 503 }));
  expect(await first).toContain('/authorize');
  expect(provider.calls).toHaveLength(2);
});

it('a slow provider holds 16 calls; a further one is refused at once, and places of calls that broke off are free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  provider.faults.answers = { [METADATA]: never };
  for (let i = 0; i < PROVIDER_PLACES; i += 1) void begin().catch(() => null);
  expect(await refusalOf(begin())).toEqual(UNREACHABLE);
  expect(provider.calls).toHaveLength(PROVIDER_PLACES);
  time.nowMs += DEADLINE_MS;
  Object.assign(provider.faults, NO_FAULTS);
  expect(await begin()).toContain('/authorize');
});

it('a way back ends within its deadline, whatever the provider does', async () => {
  const begun = secrets();
  const address = await client.begin(acme(), begun);
  const answer = provider.authorize(address, { sub: newHexId(8) });
  const ended = vi.fn();
  const outgoing = { ...provider.signInProviders.outgoing };
  const slow = makeProviderClient({
    ...provider.signInProviders,
    appOrigin: 'https://drive.example.com',
    clock: { nowMs: () => time.nowMs },
    outgoing: {
      ...outgoing,
      call: async (to, init) => {
        if (!to.endsWith('/token')) return (await outgoing.call?.(to, init)) ?? never();
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => {
            ended();
            reject(new Error('aborted'));
          });
          vi.advanceTimersByTime(DEADLINE_MS);
        });
      },
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await refusalOf(slow.finish(acme(), answer, begun))).toEqual(UNREACHABLE);
  expect(ended).toHaveBeenCalledOnce();
});
