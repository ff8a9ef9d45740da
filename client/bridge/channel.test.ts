import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeRequester } from './channel.ts';
import { EXTENSION_PATIENCE, makeCounterpart } from './counterpart.ts';
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
  const counterpart = makeCounterpart(requester, EXTENSION_PATIENCE);
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

describe('an answer', () => {
  test('ends the wait of its question and is listened to no more', async () => {
    const { counterpart, sent, say, listeners } = world();
    const code = counterpart.code({ code_challenge: 'c' }, NEVER);
    expect(sent).toEqual([{ id: 'q1', method: 'auth.code', params: { code_challenge: 'c' } }]);
    say(answer('q1', { code: 'abc' }));
    expect(await code).toBe('abc');
    expect(listeners.size).toBe(0);
  });

  test('may come as an object, and as the promise of the line', async () => {
    const { counterpart, say } = world();
    const state = counterpart.state(NEVER);
    say({ id: 'q1', code: 0, data: { signed_in: true, sub: 'alice' } });
    expect(await state).toBe('alice');
    const promised = world((text) => Promise.resolve(answer((JSON.parse(text) as { id: string }).id, { code: 'p' })));
    expect(await promised.counterpart.code({}, NEVER)).toBe('p');
  });

  test('to somebody else, garbage and a second one change nothing', async () => {
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

  test('of two questions at once goes to its own', async () => {
    const { counterpart, say } = world();
    const [state, code] = [counterpart.state(NEVER), counterpart.code({}, NEVER)];
    say(answer('q2', { code: 'abc' }));
    say(answer('q1', { signed_in: false }));
    expect(await Promise.all([state, code])).toEqual(['', 'abc']);
  });
});

describe('a question fails', () => {
  test('as undeclared where no counterpart is (404, -999)', async () => {
    const { state } = makeCounterpart(
      makeRequester(null, () => 'q'),
      EXTENSION_PATIENCE,
    );
    expect(await failureOf(state(NEVER))).toMatchObject({
      kind: 'undeclared',
      code: 404,
      internalCode: -999,
      message: 'method is not declared',
    });
  });

  test('as undeclared where the counterpart cannot be spoken to', async () => {
    const { counterpart } = world(() => {
      throw new Error('gone');
    });
    expect(await failureOf(counterpart.state(NEVER))).toMatchObject({ code: 404, internalCode: -999 });
  });

  test('as undeclared when the counterpart does not know the method (404, 1)', async () => {
    const { counterpart, say } = world();
    const code = failureOf(counterpart.code({}, NEVER));
    say(answer('q1', null, 404));
    expect(await code).toMatchObject({ kind: 'undeclared', code: 404, internalCode: 1 });
  });

  test.each([7, 16])('as refused on %i', async (number) => {
    const { counterpart, say } = world();
    const code = failureOf(counterpart.code({}, NEVER));
    say(answer('q1', null, number));
    expect((await code).kind).toBe('refused');
  });

  test.each([undefined, null, 'abc', {}, { code: 42 }, { code: '' }, { code: 'a b' }, { code: 'x'.repeat(2_000) }])(
    'as garbled (-2) on the data %j',
    async (data) => {
      const { counterpart, say } = world();
      const code = failureOf(counterpart.code({}, NEVER));
      say(answer('q1', data));
      expect(await code).toMatchObject({ kind: 'garbled', code: -2, message: 'process response data error!' });
    },
  );

  test('as garbled when the promise of the line is broken', async () => {
    const { counterpart } = world(() => Promise.reject(new Error('no')));
    expect((await failureOf(counterpart.code({}, NEVER))).code).toBe(-2);
  });

  test('as silent after its time, and a late answer is nobody', async () => {
    const { counterpart, say, listeners } = world();
    const code = failureOf(counterpart.code({}, NEVER));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(listeners.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    say(answer('q1', { code: 'late' }));
    expect((await code).kind).toBe('silent');
    expect(listeners.size).toBe(0);
  });

  test('as silent 5 s after the first of the two questions to the extension, not 5 s after each', async () => {
    let nowMs = 0;
    const { requester, say, listeners } = world();
    const extension = makeCounterpart(requester, EXTENSION_PATIENCE, () => nowMs);
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

  test('as cancelled by the person, before or while it waits', async () => {
    const control = new AbortController();
    const { counterpart, listeners } = world();
    const code = failureOf(counterpart.code({}, control.signal));
    control.abort();
    expect((await code).kind).toBe('cancelled');
    expect((await failureOf(counterpart.code({}, control.signal))).kind).toBe('cancelled');
    expect(listeners.size).toBe(0);
  });
});

test.each([
  [{ signed_in: false }, ''],
  [{ signed_in: true, sub: 'alice' }, 'alice'],
])('a state of %j is %j', async (data, sub) => {
  const { counterpart, say } = world();
  const state = counterpart.state(NEVER);
  say(answer('q1', data));
  expect(await state).toBe(sub);
});

test.each([{ signed_in: 'yes' }, { signed_in: true }, { signed_in: true, sub: '<b>' }, { signed_in: true, sub: 7 }])(
  'a state of %j says nothing',
  async (data) => {
    const { counterpart, say } = world();
    const state = failureOf(counterpart.state(NEVER));
    say(answer('q1', data));
    expect((await state).code).toBe(-2);
  },
);
