import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRequester } from './channel.ts';
import { EXTENSION_TIMEOUTS, makeCounterpart } from './counterpart.ts';
import { BridgeFailure } from './failure.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A counterpart whose answers the test writes. */
function world(send?: (text: string) => unknown) {
  const sent: { id: string; method: string; params: unknown }[] = [];
  const listeners = new Set<(answer: unknown) => void>();
  let made = 0;
  const requester = makeRequester(
    {
      send(text) {
        sent.push(JSON.parse(text) as (typeof sent)[number]);
        return send?.(text);
      },
      listen(onAnswer) {
        listeners.add(onAnswer);
        return () => void listeners.delete(onAnswer);
      },
    },
    () => `q${++made}`,
  );
  const counterpart = makeCounterpart(requester, EXTENSION_TIMEOUTS);
  const say = (answer: unknown) => {
    for (const listen of [...listeners]) listen(answer);
  };
  return { counterpart, requester, sent, say, listeners };
}

async function failureOf(promise: Promise<unknown>): Promise<BridgeFailure> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof BridgeFailure)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

const NEVER = new AbortController().signal;
const answer = (id: string, data: unknown, code = 0) => JSON.stringify({ id, code, data, message: 'm' });

test('an answer ends its question and the subscription', async () => {
  const { counterpart, sent, say, listeners } = world();
  const code = counterpart.code({ code_challenge: 'c' }, NEVER);
  expect(sent).toEqual([{ id: 'q1', method: 'auth.code', params: { code_challenge: 'c' } }]);
  say(answer('q1', { code: 'abc' }));
  expect(await code).toBe('abc');
  expect(listeners.size).toBe(0);
});

test('an answer may be an object or the promise of the transport', async () => {
  const { counterpart, say } = world();
  const state = counterpart.state(NEVER);
  say({ id: 'q1', code: 0, data: { signed_in: true, sub: 'alice' } });
  expect(await state).toBe('alice');
  const promised = world((text) => Promise.resolve(answer((JSON.parse(text) as { id: string }).id, { code: 'p' })));
  expect(await promised.counterpart.code({}, NEVER)).toBe('p');
});

test('foreign answers, garbage and second answers are dropped', async () => {
  const { counterpart, say } = world();
  const code = counterpart.code({}, NEVER);
  for (const noise of [
    undefined,
    null,
    7,
    '',
    '{',
    '[]',
    '"q1"',
    {},
    { id: 'q1' },
    { id: 'q1', code: '0', data: { code: 'text as number' } },
    { id: 1, code: 0, data: { code: 'number as id' } },
    answer('q2', { code: 'unknown id' }),
    answer('', { code: 'no id' }),
    `{"id":"q1","code":0,"data":{"code":"${'x'.repeat(70_000)}"}}`,
  ])
    say(noise);
  say(answer('q1', { code: 'first' }));
  say(answer('q1', { code: 'second' }));
  expect(await code).toBe('first');
});

test('answers of two concurrent questions go to their own', async () => {
  const { counterpart, say } = world();
  const [state, code] = [counterpart.state(NEVER), counterpart.code({}, NEVER)];
  say(answer('q2', { code: 'abc' }));
  say(answer('q1', { signed_in: false }));
  expect(await Promise.all([state, code])).toEqual(['', 'abc']);
});

test('a question without a counterpart fails as undeclared (404, -999)', async () => {
  const { state } = makeCounterpart(
    makeRequester(null, () => 'q'),
    EXTENSION_TIMEOUTS,
  );
  expect(await failureOf(state(NEVER))).toMatchObject({
    kind: 'undeclared',
    code: 404,
    internalCode: -999,
    message: 'method is not declared',
  });
});

test('a question that cannot be sent fails as undeclared', async () => {
  const { counterpart } = world(() => {
    throw new Error('gone');
  });
  expect(await failureOf(counterpart.state(NEVER))).toMatchObject({ code: 404, internalCode: -999 });
});

test('a question with an unknown method fails as undeclared (404, 1)', async () => {
  const { counterpart, say } = world();
  const code = failureOf(counterpart.code({}, NEVER));
  say(answer('q1', null, 404));
  expect(await code).toMatchObject({ kind: 'undeclared', code: 404, internalCode: 1 });
});

test.each([7, 16])('answer code %i fails as refused', async (number) => {
  const { counterpart, say } = world();
  const code = failureOf(counterpart.code({}, NEVER));
  say(answer('q1', null, number));
  expect((await code).kind).toBe('refused');
});

test.each([undefined, null, 'abc', {}, { code: 42 }, { code: '' }, { code: 'a b' }, { code: 'x'.repeat(2_000) }])(
  'the data %j fails as garbled (-2)',
  async (data) => {
    const { counterpart, say } = world();
    const code = failureOf(counterpart.code({}, NEVER));
    say(answer('q1', data));
    expect(await code).toMatchObject({ kind: 'garbled', code: -2, message: 'process response data error!' });
  },
);

test('a rejected promise of the transport fails as garbled', async () => {
  const { counterpart } = world(() => Promise.reject(new Error('no')));
  expect((await failureOf(counterpart.code({}, NEVER))).code).toBe(-2);
});

test('a question fails as silent after its timeout, and a late answer is dropped', async () => {
  const { counterpart, say, listeners } = world();
  const code = failureOf(counterpart.code({}, NEVER));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  say(answer('q1', { code: 'late' }));
  expect((await code).kind).toBe('silent');
  expect(listeners.size).toBe(0);
});

test('the extension fails as silent 5 s after the first of two questions', async () => {
  let nowMs = 0;
  const { requester, say, listeners } = world();
  const extension = makeCounterpart(requester, EXTENSION_TIMEOUTS, () => nowMs);
  const state = extension.state(NEVER);
  nowMs = 4_000;
  await vi.advanceTimersByTimeAsync(nowMs);
  say(answer('q1', { signed_in: true, sub: 'alice' }));
  expect(await state).toBe('alice');
  const code = failureOf(extension.code({}, NEVER));
  await vi.advanceTimersByTimeAsync(999);
  expect(listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await code).kind).toBe('silent');
});

test('a question fails as cancelled before or during its wait', async () => {
  const control = new AbortController();
  const { counterpart, listeners } = world();
  const code = failureOf(counterpart.code({}, control.signal));
  control.abort();
  expect((await code).kind).toBe('cancelled');
  expect((await failureOf(counterpart.code({}, control.signal))).kind).toBe('cancelled');
  expect(listeners.size).toBe(0);
});

test.each([
  [{ signed_in: false }, ''],
  [{ signed_in: true, sub: 'alice' }, 'alice'],
])('the state %j is user %j', async (data, sub) => {
  const { counterpart, say } = world();
  const state = counterpart.state(NEVER);
  say(answer('q1', data));
  expect(await state).toBe(sub);
});

test.each([{ signed_in: 'yes' }, { signed_in: true }, { signed_in: true, sub: '<b>' }, { signed_in: true, sub: 7 }])(
  'the state %j is invalid',
  async (data) => {
    const { counterpart, say } = world();
    const state = failureOf(counterpart.state(NEVER));
    say(answer('q1', data));
    expect((await state).code).toBe(-2);
  },
);
