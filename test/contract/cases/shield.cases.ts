/** Cases of the human check: tokens, tickets, work and its solutions, and a provider's tokens. */

import { shieldContract } from '#shared/shield/contract.ts';
import { solveWork } from '#test/seed/human.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { forAnyone, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { type Ask, DEVICE_ID, makeServer, type Server } from '../send.ts';
import { ok } from '../world.ts';

const init = {
  client_id: 'cli',
  action: 'POST:/v1/auth/signin',
  device_id: DEVICE_ID,
  meta: { email: 'a@example.com' },
};
const LOADING = 'http://localhost:8787/loading';

/** A server that requires a human check of every client. */
const always: Server = makeServer({ bindings: { SHIELD_MODE: 'always' } });

/** Gives work that is done at once. */
const easy: Server = makeServer({ limits: { checkTries: 5 } });

/** Of a device of its own: a pass that waits for one device is no other case's. */
async function ticket(): Promise<string> {
  const { url } = await ok(shieldContract.captchaInit, { server: always, body: { ...init, device_id: newHexId() } });
  return new URL(url ?? '').searchParams.get('challenge') ?? '';
}

async function solved(change: object = {}): Promise<Ask> {
  const challenge = await ticket();
  const solution = await solveWork(await ok(shieldContract.checkChallenge, { server: easy, query: { challenge } }));
  return { body: { challenge, solution, redirect_uri: LOADING, state: 's', ...change } };
}

export const shieldCases: ContractCases<typeof shieldContract> = {
  captchaInit: {
    success: {
      'a token for an action': () => ({ body: init }),
      'the page of a check where one is due': () => ({ server: always, body: init }),
    },
    errors: {
      invalid_argument: () => ({ body: { ...init, action: 'x'.repeat(301) } }),
      too_many_requests: () => ({ server: makeServer({ limits: { captchaPerMinute: 0 } }), body: init }),
    },
  },
  checkChallenge: {
    success: { 'work for a ticket': async () => ({ query: { challenge: await ticket() } }) },
    errors: {
      invalid_argument: () => ({ query: { challenge: 'x'.repeat(4_097) } }),
      captcha_invalid: () => ({ query: { challenge: 'noise' } }),
      too_many_requests: async () => {
        const challenge = await ticket();
        // An address of this test alone.
        const headers = { 'cf-connecting-ip': '198.51.100.77' };
        for (let i = 0; i < 60; i += 1) await ok(shieldContract.checkChallenge, { query: { challenge }, headers });
        return { query: { challenge }, headers };
      },
    },
  },
  checkSolve: {
    success: {
      'a token and the way back': () => solved(),
      'a pass that waits for the device': () => solved({ redirect_uri: '' }),
    },
    errors: {
      invalid_argument: () => ({ body: { state: 'x'.repeat(501) } }),
      captcha_invalid: () => solved({ solution: 'noise' }),
      too_many_requests: async () => {
        const challenge = await ticket();
        const headers = { 'cf-connecting-ip': '198.51.100.78' };
        for (let i = 0; i < 60; i += 1) await ok(shieldContract.checkChallenge, { query: { challenge }, headers });
        return { body: { challenge, solution: 'noise' }, headers };
      },
    },
  },
  verifyRecaptchaToken: {
    success: { 'that nobody is configured': () => ({ body: { type: 'recaptcha', captcha_token: 'noise' } }) },
    errors: {
      invalid_argument: () => ({ body: { type: 'x'.repeat(51) } }),
      too_many_requests: async () => {
        const headers = { 'cf-connecting-ip': '198.51.100.79' };
        for (let i = 0; i < 60; i += 1) await ok(shieldContract.verifyRecaptchaToken, { body: {}, headers });
        return { body: {}, headers };
      },
    },
  },
};

export const shieldMatrix: MatrixRows<typeof shieldContract> = {
  captchaInit: forAnyone(() => ({ body: { action: 'GET:/drive/v1/files', device_id: DEVICE_ID } })),
  // The holder of a ticket may work for it; the matrix tries that the bearer changes nothing.
  checkChallenge: forAnyone(() => ({ query: { challenge: 'noise' } }), 'captcha_invalid'),
  checkSolve: forAnyone(() => ({ body: { challenge: 'noise', solution: 'noise' } }), 'captcha_invalid'),
  verifyRecaptchaToken: forAnyone(() => ({ body: { type: 'recaptcha', captcha_token: 'noise' } })),
};
