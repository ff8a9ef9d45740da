import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';

const PRODUCTION = {
  MAGPIE_MODE: 'production',
  APP_ORIGIN: 'https://drive.example.com',
  CONTENT_ORIGIN: 'https://content.example.net',
};

/** Two requests to a Worker of its own with changed settings. */
async function ask(changed: Readonly<Record<string, string>>) {
  const logged: string[] = [];
  // The log also counts what it left out of other tests.
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => {
    if (!line.includes('"log.left_out"')) logged.push(line);
  });
  const settings = { ...env, ...changed } as unknown as Env;
  const context = createExecutionContext();
  const url = `${settings.APP_ORIGIN}/v1/health`;
  const answers = [
    await worker.fetch(new Request(url, { headers: { host: new URL(url).host } }), settings, context),
    await worker.fetch(new Request(url, { method: 'POST' }), settings, context),
  ];
  await waitOnExecutionContext(context);
  spy.mockRestore();
  return { answers, logged };
}

it.each([
  [{ APP_ORIGIN: 'https://drive.example.com' }, 'MAGPIE_MODE=demo'],
  [{ ...PRODUCTION, CONTENT_ORIGIN: PRODUCTION.APP_ORIGIN }, 'must be different hosts'],
  [{ ...PRODUCTION, CONTENT_ORIGIN: 'http://content.example.net' }, 'must use https'],
  [{ ...PRODUCTION, SECRET_ROOT: '' }, 'SECRET_ROOT must be'],
  [{ ...PRODUCTION, INTERNAL_TOKEN: 'short' }, 'INTERNAL_TOKEN must'],
])(
  'nothing is served with %j: a page of status 500 that says nothing of it, and one line in the log',
  async (changed, reason) => {
    const { answers, logged } = await ask(changed);
    for (const answer of answers) {
      const page = await answer.text();
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page).toContain('not set up');
      expect(page).not.toContain(reason);
    }
    expect(logged.map((line) => JSON.parse(line) as { event: string; message: string })).toEqual([
      expect.objectContaining({ event: 'settings.refused', message: expect.stringContaining(reason) }),
    ]);
  },
);

it('settings that are safe are served', async () => {
  const { answers, logged } = await ask({});
  expect(answers[0]?.status).toBeLessThan(500);
  expect(logged).toEqual([]);
});
