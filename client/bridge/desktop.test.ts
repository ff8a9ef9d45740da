import { expect, test } from 'vitest';
import { makeFetch } from '#client/api/fetch.ts';
import { askDesktop, type LoopbackPermission, loopbackPermission } from './desktop.ts';
import { BridgeFailure } from './failure.ts';

interface Setup {
  permission?: readonly LoopbackPermission[];
  answer?: Response | Error | 'never';
  agrees?: boolean;
}

function world({
  permission = ['granted'],
  answer = new Response(null, { headers: { 'X-Auth-Code': 'abc' } }),
  agrees = true,
}: Setup = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const questions: string[] = [];
  const states = [...permission];
  const control = new AbortController();
  const run = () =>
    askDesktop({
      port: 8_080,
      params: { code_challenge: 'c' },
      signal: control.signal,
      http: makeFetch({
        locale: 'ja',
        fetch: (url, init) => {
          asked.push({ url: String(url), init: init ?? {} });
          if (answer === 'never')
            return new Promise((_, reject) => {
              const stop = () => reject(init?.signal?.reason);
              if (init?.signal?.aborted) stop();
              else init?.signal?.addEventListener('abort', stop);
            });
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
      }),
      permission: async () => (states.length > 1 ? states.shift() : states[0]) ?? 'absent',
      agree: async (told) => {
        questions.push(told);
        return agrees;
      },
      onWait: () => void questions.push('waits'),
    });
  return { run, asked, questions, control };
}

async function failureOf(promise: Promise<unknown>): Promise<BridgeFailure> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof BridgeFailure)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

test('the client gets a POST on its port with the challenge and no data of the user', async () => {
  const { run, asked } = world();
  expect(await run()).toBe('abc');
  expect(asked[0]?.url).toBe('http://127.0.0.1:8080/windows/client-auth-code');
  expect(Object.fromEntries(new Headers(asked[0]?.init.headers))).toEqual({
    accept: 'application/json',
    'accept-language': 'ja',
    'content-type': 'application/json',
  });
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"code_challenge":"c"}',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
});

test('a granted permission needs no question', async () => {
  const { run, questions } = world();
  await run();
  expect(questions).toEqual(['waits']);
});

test.each(['prompt', 'absent'] as const)('the permission %s asks the user first', async (permission) => {
  const { run, questions } = world({ permission: [permission] });
  await run();
  expect(questions).toEqual([permission, 'waits']);
});

test('without agreement the client gets no request', async () => {
  const { run, asked } = world({ permission: ['prompt'], agrees: false });
  expect((await failureOf(run())).kind).toBe('cancelled');
  expect(asked).toEqual([]);
});

test('a forbidden request fails as denied, before or by the prompt of the browser', async () => {
  const before = world({ permission: ['denied'] });
  expect((await failureOf(before.run())).kind).toBe('denied');
  expect(before.asked).toEqual([]);
  const after = world({ permission: ['prompt', 'denied'], answer: new TypeError('blocked') });
  expect((await failureOf(after.run())).kind).toBe('denied');
});

test('a port without a program fails as unreached', async () => {
  expect((await failureOf(world({ answer: new TypeError('refused') }).run())).kind).toBe('unreached');
});

test('a cancelled wait fails as cancelled', async () => {
  const { run, control } = world({ answer: 'never' });
  const failure = failureOf(run());
  control.abort();
  expect((await failure).kind).toBe('cancelled');
});

test.each([401, 403])('status %i fails as refused', async (status) => {
  expect((await failureOf(world({ answer: new Response(null, { status }) }).run())).kind).toBe('refused');
});

test.each([
  new Response(null),
  new Response(null, { headers: { 'X-Auth-Code': 'a b' } }),
  new Response(null, { headers: { 'X-Auth-Code': 'x'.repeat(1_025) } }),
  new Response(null, { status: 500, headers: { 'X-Auth-Code': 'abc' } }),
])('it fails: as garbled when the answer holds no code', async (answer) => {
  expect(await failureOf(world({ answer }).run())).toMatchObject({ kind: 'garbled', code: -2 });
});

const permissions = (states: Record<string, PermissionState>) =>
  ({
    query: async ({ name }: { name: string }) => {
      const state = states[name];
      if (!state) throw new TypeError(`unknown ${name}`);
      return { state };
    },
  }) as unknown as Permissions;

test('the loopback permission is read by its new name, else its old one, else it is absent', async () => {
  expect(
    await loopbackPermission(permissions({ 'loopback-network': 'granted', 'local-network-access': 'denied' })),
  ).toBe('granted');
  expect(await loopbackPermission(permissions({ 'local-network-access': 'denied' }))).toBe('denied');
  expect(await loopbackPermission(permissions({}))).toBe('absent');
  expect(await loopbackPermission(undefined)).toBe('absent');
});
