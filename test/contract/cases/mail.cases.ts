/** Cases of letters that can be stopped: the link of a welcome letter, and links that are none. */

import { authContract } from '#shared/auth/contract.ts';
import type { mailContract } from '#shared/mail/contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { forAnyone, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { env } from '../send.ts';
import { waitFor } from '../wait-for.ts';
import { ok } from '../world.ts';
import { verifiedToken } from './codes.cases.ts';

/** The `d` of the mail that a new person gets. */
export async function welcomeLink(): Promise<string> {
  const email = `${newHexId(8)}@example.com`;
  const verification_token = await verifiedToken(email, 'sign-up');
  await ok(authContract.signUp, {
    body: { client_id: 'cli', email, password: 'a password of the test', verification_token },
  });
  return waitFor(async () => {
    const [mail] = await servicesOf(env).mail.captured(email);
    return /[?&]d=([\w-]+)/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1];
  }, 'no letter came');
}

const freshAddress = () => `${newHexId(8)}@example.com`;
/** @param body  of the call, with the token of the tests (vitest.config.ts) */
const feedback = (body: object) => ({ body, headers: { 'x-mail-token': 'token of the tests' } });

export const mailCases: ContractCases<typeof mailContract> = {
  subscription: {
    success: { 'what the link of a letter is about': async () => ({ query: { d: await welcomeLink() } }) },
    errors: { invalid_argument: () => ({ query: { d: 'noise' } }) },
  },
  unsubscribe: {
    success: {
      'the end of such letters, by one click of a mail program': async () => ({
        query: { d: await welcomeLink() },
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    },
    errors: { invalid_argument: () => ({ query: {}, body: 'List-Unsubscribe=One-Click' }) },
  },
  feedback: {
    success: {
      'a mail that came back': () =>
        feedback({ reports: [{ kind: 'bounce', email: freshAddress(), reason: '5.1.1' }] }),
      'a complaint': () => feedback({ reports: [{ kind: 'complaint', email: freshAddress(), letter: newHexId() }] }),
      'no report': () => feedback({ reports: [] }),
    },
    errors: {
      invalid_argument: () => feedback({ reports: [{ kind: 'praise', email: freshAddress() }] }),
      permission_denied: () => ({ ...feedback({ reports: [] }), headers: { 'x-mail-token': 'another token' } }),
    },
  },
};

export const mailMatrix: MatrixRows<typeof mailContract> = {
  // The sealed link is the authority; the matrix tries that the bearer changes nothing.
  subscription: forAnyone(() => ({ query: { d: 'noise' } }), 'invalid_argument'),
  unsubscribe: forAnyone(() => ({ query: { d: 'noise' } }), 'invalid_argument'),
  // The token of the mail service is the authority.
  feedback: forAnyone(() => ({ body: { reports: [] } }), 'permission_denied'),
};
