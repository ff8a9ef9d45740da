import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { makeErrorHandler } from './errors.ts';

afterEach(() => vi.restoreAllMocks());

/** @returns level and record of each line that a thrown error makes */
async function linesOf(thrown: Error): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  const app = new Hono<AppEnv>();
  app.onError(makeErrorHandler(async (c) => c.text('page')));
  app.post('/drive/v1/x', () => {
    throw thrown;
  });
  await app.request('/drive/v1/x', { method: 'POST' });
  return lines.map((line) => JSON.parse(line));
}

it('a body whose sender went away is one line of information without a stack', async () => {
  const cause = new Error('Network connection lost.');
  const lines = await linesOf(new AppError('cancelled', { reason: 'body' }, { cause }));
  expect(lines).toEqual([{ level: 'info', event: 'request.aborted', method: 'POST' }]);
});

it.each(['unimplemented', 'unavailable', 'temporarily_unavailable'] as const)(
  'a refusal that our code decided on (%s) is a line of information without a stack',
  async (name) => {
    const [line, ...more] = await linesOf(new AppError(name, { reason: 'because' }));
    expect(line).toEqual({ level: 'info', event: 'request.refused', method: 'POST', error: name, reason: 'because' });
    expect(more).toEqual([]);
  },
);

it.each([
  new Error('broken'),
  new AppError('internal', { reason: 'no_place' }),
  new AppError('unavailable', undefined, { cause: new Error('broken') }),
])('a failure is an error with its stack: %s', async (thrown) => {
  expect(await linesOf(thrown)).toMatchObject([{ level: 'error', event: 'request.failed', stack: expect.any(String) }]);
});

it('a refusal of the client writes no line', async () => {
  expect(await linesOf(new AppError('not_found'))).toEqual([]);
});
