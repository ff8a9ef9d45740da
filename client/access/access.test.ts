/** Region check of the drive: its calls, its cookie, and its changes of the user's facts. */
import { expect, test, vi } from 'vitest';
import { makeFetch } from '#client/api/fetch.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import { accessContract } from '#shared/access/contract.ts';
import { FRESH_RACE_MS } from '#shared/access/race.ts';
import { makeAccessActions } from './access.actions.ts';
import { type AreaAnswer, makeAskArea } from './access.api.ts';
import { makeAccessState } from './access.state.ts';

const YES: AreaAnswer = { accessible: true, reason: '', country_code: 'DE' };
const NO: AreaAnswer = { accessible: false, reason: 'region', country_code: 'KP' };
const CLOSED: AreaAnswer = { accessible: false, reason: 'address', country_code: 'DE' };
const SILENT = new Error('no answer');

interface Setting {
  readonly answers: readonly (AreaAnswer | Error | 'waits')[];
  readonly cookie?: string;
  readonly findAddress?: () => Promise<string>;
}

function world({ answers, cookie = '', findAddress }: Setting) {
  const page = { cookie };
  const timers = new Map<number, () => void>();
  const state = makeAccessState();
  const ask = vi.fn(async (domain: string, _address: string) => {
    const answer = answers[Number(domain)] ?? SILENT;
    if (answer === 'waits') return new Promise<AreaAnswer>(() => undefined);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const actions = makeAccessActions({
    state,
    domains: answers.map((_, index) => String(index)),
    ask,
    findAddress: findAddress ?? null,
    cookies: makeCookieJar(page),
    after: (ms, run) => {
      timers.set(ms, run);
      return () => void timers.delete(ms);
    },
  });
  return { page, timers, state, ask, actions };
}

/** Runs all pending microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test('a region check that is answered yes is stored for 10 minutes in a cookie', async () => {
  const it = world({ answers: [NO, YES] });
  expect(await it.actions.check()).toBe(true);
  expect(it.page.cookie).toBe('pp_access=true; Path=/; Max-Age=600; SameSite=Strict; Secure');
  expect(it.state.block.value).toBeNull();
});

test('a region check that is answered no everywhere stores the block, and no yes', async () => {
  const it = world({ answers: [NO, SILENT] });
  expect(await it.actions.check()).toBe(false);
  expect(it.state.block.value).toEqual({ reason: 'region', country: 'KP' });
  expect(it.page.cookie).toBe('pp_access=%22%22; Path=/; Max-Age=0; SameSite=Strict; Secure');
});

test('a region check distinguishes a blocked address from a closed region', async () => {
  const it = world({ answers: [CLOSED] });
  await it.actions.check();
  expect(it.state.block.value).toEqual({ reason: 'address', country: 'DE' });
});

test('a region check sends no call while the cookie stores a yes', async () => {
  const it = world({ answers: [NO], cookie: 'pp_access=true' });
  expect(await it.actions.check()).toBe(true);
  expect(it.ask).not.toHaveBeenCalled();
});

test.each(['pp_access=1', 'pp_access=%22true%22', 'pp_access=yes', 'pp_access=', 'pp_access=%'])(
  'a region check is not skipped for another cookie value: %s',
  async (cookie) => {
    const it = world({ answers: [NO], cookie });
    expect(await it.actions.check()).toBe(false);
  },
);

test('a region check that is answered yes ends the block', async () => {
  const answers: AreaAnswer[] = [NO];
  const it = world({ answers });
  await it.actions.check();
  answers[0] = YES;
  it.page.cookie = '';
  expect(await it.actions.check()).toBe(true);
  expect(it.state.block.value).toBeNull();
});

test('concurrent region checks share one call', async () => {
  const it = world({ answers: [YES] });
  await Promise.all([it.actions.check(), it.actions.check(), it.actions.check()]);
  expect(it.ask).toHaveBeenCalledTimes(1);
});

test('a fresh region check asks although the cookie stores a yes', async () => {
  const it = world({ answers: [NO], cookie: 'pp_access=true' });
  expect(await it.actions.check(true)).toBe(false);
});

test('a fresh region check waits 10 s; without an answer it changes nothing', async () => {
  const it = world({ answers: [NO, 'waits'], cookie: 'pp_access=true' });
  const checked = it.actions.check(true);
  await settle();
  it.timers.get(FRESH_RACE_MS)?.();
  expect(await checked).toBeNull();
  expect([it.state.block.value, it.page.cookie]).toEqual([null, 'pp_access=true']);
});

test('an address found by STUN is sent with the check, looked up once, and stored nowhere', async () => {
  const findAddress = vi.fn(async () => '203.0.113.5');
  const it = world({ answers: [CLOSED], findAddress });
  await it.actions.check();
  await it.actions.check();
  expect(it.ask.mock.calls.map(([, address]) => address)).toEqual(['203.0.113.5', '203.0.113.5']);
  expect(findAddress).toHaveBeenCalledTimes(1);
  expect(JSON.stringify([it.page.cookie, it.state.block.value])).not.toContain('203.0.113.5');
});

test('no address is looked up where the access rules need none', async () => {
  const it = world({ answers: [YES] });
  await it.actions.check();
  expect(it.ask.mock.calls[0]?.[1]).toBe('');
});

const never = { onCancel: () => undefined };

test('a call to a domain sends nothing of the user', async () => {
  const send = vi.fn(async () => Response.json(YES));
  await makeAskArea(makeFetch({ locale: 'ja', fetch: send }))('https://one.example', '2001:db8::1', never);
  const [address, init] = send.mock.calls[0] as unknown as Parameters<typeof fetch>;
  expect(new URL(String(address)).pathname).toBe(accessContract.areaAccessible.path);
  expect(new URL(String(address)).searchParams.get('address')).toBe('2001:db8::1');
  expect(init).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'error',
  });
  expect(new Headers(init?.headers).get('accept-language')).toBe('ja');
});

test('a call to a domain is cancelled when the race has ended', async () => {
  let cancel = (): void => undefined;
  const send = vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  );
  const onCancel = (listener: () => void) => {
    cancel = listener;
  };
  const asked = makeAskArea(makeFetch({ locale: 'ja', fetch: send }))('https://one.example', '', { onCancel });
  cancel();
  await expect(asked).rejects.toThrow('abort');
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['a failure', new Response('{}', { status: 500 })],
  ['no JSON', new Response('<html>')],
  ['no flag', Response.json({})],
  ['a flag that is none', Response.json({ accessible: 'true' })],
])('asking a domain: %s counts as no answer', async (_, response) => {
  await expect(
    makeAskArea(makeFetch({ locale: 'ja', fetch: async () => response.clone() }))('https://one.example', '', never),
  ).rejects.toThrow();
});

test('an answer of another build is read, whatever other fields it has', async () => {
  const answer = { accessible: false, reason: 7, country_code: '<b>', more: 1 };
  expect(
    await makeAskArea(makeFetch({ locale: 'ja', fetch: async () => Response.json(answer) }))(
      'https://one.example',
      '',
      never,
    ),
  ).toEqual({
    accessible: false,
    reason: '',
    country_code: '',
  });
});
