import { expect, test } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { authContract } from '#shared/auth/contract.ts';
import { type LoginAgainDeps, withLogin } from './login-again.ts';

const ENDED = new ApiError({ error: 'unauthenticated' }, '/');
/** The error whose message says to sign in. */
const STILL_OVER = { errorName: 'unauthenticated', code: 4032, cause: ENDED };

/** A server without a session until the user signs in. */
function fakeServer(options: { signsIn: boolean; as?: string } = { signsIn: true }) {
  const seen: string[] = [];
  let isIn = false;
  const api = {
    call: async (row: { id: string }) => {
      seen.push(row.id);
      if (!isIn) throw ENDED;
      return row.id === authContract.me.id ? { sub: options.as ?? 'alice' } : { of: row.id };
    },
  } as unknown as ApiClient;
  const deps: LoginAgainDeps = {
    api,
    userId: 'alice',
    ask: async () => {
      seen.push('dialog');
      isIn = options.signsIn;
      return options.signsIn;
    },
    reload: () => seen.push('reload'),
    log: () => undefined,
  };
  return { deps, seen };
}

test('a call is repeated after signing in', async () => {
  const { deps, seen } = fakeServer();
  await withLogin(deps).call(authContract.twoFactor);
  expect(seen).toEqual([authContract.twoFactor.id, 'dialog', authContract.me.id, authContract.twoFactor.id]);
});

test('a background call opens no dialog', async () => {
  const { deps, seen } = fakeServer();
  await expect(withLogin(deps).call(authContract.twoFactor, { isBackground: true })).rejects.toBe(ENDED);
  expect(seen).toEqual([authContract.twoFactor.id]);
});

test('many calls share one dialog', async () => {
  const { deps, seen } = fakeServer();
  const client = withLogin(deps);
  await Promise.all([
    client.call(authContract.twoFactor),
    client.call(authContract.twoFactor),
    client.call(authContract.twoFactor),
  ]);
  expect(seen.filter((what) => what === 'dialog')).toHaveLength(1);
  expect(seen.filter((what) => what === authContract.twoFactor.id)).toHaveLength(6);
});

test('a closed dialog does not open again at once, and the call ends with its failure', async () => {
  const { deps, seen } = fakeServer({ signsIn: false });
  let nowMs = 0;
  const client = withLogin({ ...deps, nowMs: () => nowMs });
  await expect(client.call(authContract.twoFactor)).rejects.toMatchObject(STILL_OVER);
  await expect(client.call(authContract.twoFactor)).rejects.toMatchObject(STILL_OVER);
  expect(seen.filter((what) => what === 'dialog')).toHaveLength(1);
  nowMs = 3_000;
  await expect(client.call(authContract.twoFactor)).rejects.toMatchObject(STILL_OVER);
  expect(seen.filter((what) => what === 'dialog')).toHaveLength(2);
});

test('a press after the dialog was closed opens it again at once', async () => {
  const { deps, seen } = fakeServer({ signsIn: false });
  let press: () => void = () => undefined;
  const onPress = (listener: () => void) => {
    press = listener;
  };
  const client = withLogin({ ...deps, onPress, nowMs: () => 0 });
  await expect(client.call(authContract.twoFactor)).rejects.toMatchObject(STILL_OVER);
  press();
  await expect(client.call(authContract.twoFactor)).rejects.toMatchObject(STILL_OVER);
  expect(seen.filter((what) => what === 'dialog')).toHaveLength(2);
});

test('another user gets a new page, and no call is repeated', async () => {
  const { deps, seen } = fakeServer({ signsIn: true, as: 'bob' });
  const call = withLogin(deps).call(authContract.twoFactor);
  await Promise.race([call, new Promise((resolve) => setImmediate(resolve))]);
  expect(seen).toEqual([authContract.twoFactor.id, 'dialog', authContract.me.id, 'reload']);
});

test('a public call opens no dialog', async () => {
  const { deps, seen } = fakeServer();
  await expect(withLogin(deps).call(authContract.revoke, { body: { token: 'x' } })).rejects.toBe(ENDED);
  expect(seen).not.toContain('dialog');
});
