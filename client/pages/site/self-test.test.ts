import { expect, test } from 'vitest';
import { type CheckResult, runChecks, type SelfTestPorts } from './self-test.ts';

const SERVER_MS = Date.parse('2026-11-21T12:00:00Z');

function browser(more: Partial<SelfTestPorts> = {}): SelfTestPorts {
  const texts = new Map<string, string>();
  return {
    storage: () => ({
      setItem: (name, text) => void texts.set(name, text),
      getItem: (name) => texts.get(name) ?? null,
      removeItem: (name) => void texts.delete(name),
    }),
    cookies: { cookie: '' },
    fetch: async () => new Response('{}', { headers: { date: new Date(SERVER_MS).toUTCString() } }),
    nowMs: () => SERVER_MS,
    origins: ['https://a.example', 'https://b.example'],
    hasWorker: true,
    isWasm: () => true,
    digest: async () => new ArrayBuffer(32),
    ...more,
  };
}

async function results(ports: SelfTestPorts): Promise<Record<string, CheckResult>> {
  const outcomes: Record<string, CheckResult> = {};
  await runChecks(ports, (name, result) => {
    outcomes[name] = result;
  });
  return outcomes;
}

const failed = async (ports: SelfTestPorts) =>
  Object.entries(await results(ports))
    .filter(([, { isOk }]) => !isOk)
    .map(([name]) => name);

test('a complete browser passes every check', async () => {
  expect(await failed(browser())).toEqual([]);
  expect(Object.keys(await results(browser()))).toEqual([
    'storage',
    'cookies',
    'network',
    'origins',
    'clock',
    'worker',
    'wasm',
    'crypto',
  ]);
});

test.each<[string, Partial<SelfTestPorts>, string[]]>([
  [
    'closed storage',
    {
      storage: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    },
    ['storage'],
  ],
  [
    'cookies that are not stored',
    {
      cookies: Object.freeze({
        get cookie() {
          return '';
        },
        set cookie(_line: string) {},
      }),
    },
    ['cookies'],
  ],
  ['no network', { fetch: () => Promise.reject(new TypeError('network')) }, ['network', 'origins', 'clock']],
  [
    'one origin lost',
    {
      fetch: async (address) => {
        if (address.startsWith('https://b.')) throw new TypeError('network');
        return new Response('{}', { headers: { date: new Date(SERVER_MS).toUTCString() } });
      },
    },
    ['origins'],
  ],
  ['a clock of another day', { nowMs: () => SERVER_MS + 86_400_000 }, ['clock']],
  ['no workers', { hasWorker: false }, ['worker']],
  ['no WebAssembly', { isWasm: () => false }, ['wasm']],
  ['no cryptography', { digest: () => Promise.reject(new TypeError('not here')) }, ['crypto']],
])('%s fails its own check only', async (_what, more, names) => {
  expect(await failed(browser(more))).toEqual(names);
});

test('the details name the lost origin and the clock difference', async () => {
  const outcomes = await results(
    browser({
      nowMs: () => SERVER_MS + 120_000,
      fetch: async (address) =>
        new Response('{}', {
          status: address.startsWith('https://b.') ? 503 : 200,
          headers: { date: new Date(SERVER_MS).toUTCString() },
        }),
    }),
  );
  expect([outcomes['origins']?.detail, outcomes['clock']?.detail]).toEqual(['https://b.example', '120 s']);
});
