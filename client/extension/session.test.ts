/** The session of the extension over a storage and a server of this test. */
import { beforeEach, expect, test, vi } from 'vitest';

const PENDING = { state: 's', verifier: 'v' };
let local: Record<string, unknown>;
let session: Record<string, unknown>;
let calls: string[];
let answers: Record<string, () => Promise<Response> | Response>;

const areaOf = (stored: () => Record<string, unknown>) => ({
  get: async (names: string[]) => Object.fromEntries(names.map((name) => [name, stored()[name]])),
  set: async (values: object) => void Object.assign(stored(), values),
  remove: async (names: string[]) => {
    for (const name of names) delete stored()[name];
  },
});

const tokens = (mark: string) =>
  Response.json({ sub: 'u1', access_token: `a-${mark}`, refresh_token: `r-${mark}`, expires_in: 600 });

async function opened() {
  vi.resetModules();
  return import('./session.ts');
}

beforeEach(() => {
  local = {};
  session = {};
  calls = [];
  answers = {
    '/v1/auth/token': () => tokens('new'),
    '/v1/auth/revoke': () => Response.json({}),
    '/v1/user/me': () => Response.json({ name: 'Bob', email: '' }),
  };
  vi.stubGlobal('chrome', {
    runtime: { getManifest: () => ({ host_permissions: ['https://magpie.example/*'] }) },
    i18n: { getUILanguage: () => 'en-US' },
    storage: { local: areaOf(() => local), session: areaOf(() => session) },
  });
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const { pathname } = new URL(address);
    calls.push(pathname === '/v1/auth/revoke' ? `${pathname} ${JSON.parse(String(body)).token}` : pathname);
    return answers[pathname]?.();
  });
  return () => vi.unstubAllGlobals();
});

test('a sign-in stores its tokens and its account together', async () => {
  session['pending'] = PENDING;
  const { endSignIn, account } = await opened();
  expect(await endSignIn({ code: 'c', state: 's' })).toBe(true);
  expect(await account()).toEqual({ sub: 'u1', name: 'Bob' });
  expect(local['refresh']).toBe('r-new');
});

test('a sign-in whose account cannot be read stores nothing and ends its session', async () => {
  session['pending'] = PENDING;
  answers['/v1/user/me'] = () => Response.json({ error: 'internal' }, { status: 500 });
  const { endSignIn } = await opened();
  await expect(endSignIn({ code: 'c', state: 's' })).rejects.toMatchObject({ error: 'internal' });
  expect([local, session]).toEqual([{}, {}]);
  expect(calls).toEqual(['/v1/auth/token', '/v1/user/me', '/v1/auth/revoke r-new']);
});

test('tokens without an account sign in to nothing', async () => {
  local['refresh'] = 'r-old';
  const { asPerson } = await opened();
  await expect(asPerson(async () => 'saved')).rejects.toMatchObject({ error: 'unauthenticated' });
  expect(calls).toEqual([]);
});

test('a sign-out waits for a renewal in flight, and ends its new token', async () => {
  Object.assign(local, { refresh: 'r-old', account: { sub: 'u1', name: 'Bob' } });
  const held = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  answers['/v1/auth/token'] = () => {
    asked.resolve();
    return held.promise;
  };
  const { asPerson, signOut } = await opened();
  const saved = asPerson(async (token) => token);
  await asked.promise;
  const left = signOut();
  held.resolve(tokens('new'));
  expect(await saved).toBe('a-new');
  await left;
  expect([local, session]).toEqual([{}, {}]);
  expect(calls).toEqual(['/v1/auth/token', '/v1/auth/revoke r-new']);
});
