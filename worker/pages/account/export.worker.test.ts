import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { filesPage } from './export.page.tsx';

function makePage(userId: string | null) {
  const countOpenCall = vi.fn(async () => undefined);
  const zipOwn = vi.fn(async () => ({ url: 'http://content.example/z/token/Magpie.zip' }));
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('call', { caller: userId && { userId } } as never);
    c.set('path', href('account.files'));
    c.set('cookies', new Map());
    await next();
  });
  app.onError((error, c) => c.text(error instanceof AppError ? error.errorName : 'other', 429));
  app.get('/', (c) => filesPage(c, { drive: { zipOwn }, shield: { countOpenCall } } as unknown as PageDeps));
  return { countOpenCall, zipOwn, open: () => app.request('/') };
}

it('all files of a person as a zip file: each use is counted for its person, and none is measured beyond the limit', async () => {
  const page = makePage('Vanna');
  expect((await page.open()).headers.get('location')).toBe('http://content.example/z/token/Magpie.zip');
  expect(page.countOpenCall).toHaveBeenCalledWith(
    { name: 'zip-account:Vanna', limit: 20, windowMs: 600_000 },
    expect.objectContaining({ caller: { userId: 'Vanna' } }),
  );
  page.countOpenCall.mockRejectedValueOnce(new AppError('too_many_requests'));
  expect([(await page.open()).status, page.zipOwn.mock.calls.length]).toEqual([429, 1]);
});

it('without a session nothing is counted and nothing measured', async () => {
  const page = makePage(null);
  expect((await page.open()).headers.get('location')).toContain('next=');
  expect([page.countOpenCall.mock.calls.length, page.zipOwn.mock.calls.length]).toEqual([0, 0]);
});
