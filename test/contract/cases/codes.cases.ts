/** Cases of codes by mail and text message: requesting one, exchanging it, and the rights of its token. */

import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { normaliseIdentifier } from '#worker/services/auth/identifier/identifier.ts';
import { SUBJECT_PURPOSE, VERIFIED_PURPOSE } from '#worker/services/shield/keys.ts';
import { forAnyone, type MatrixRows } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { serverWithSignUp } from '../documents.ts';
import { type Ask, DEVICE_ID, env, makeServer } from '../send.ts';
import { waitFor } from '../wait-for.ts';
import { deafen, objects, ok, type World } from '../world.ts';
import { freshPhone } from './phone.cases.ts';

type CodeRows = Pick<typeof authContract, 'verification' | 'verifyCode' | 'signUp' | 'reset'>;
type Purpose = 'sign-up' | 'sign-in' | 'reset' | 'change-email' | 'change-phone';

const PASSWORD = 'a password of the test';
const HOUR_SECONDS = 3_600;

/** A server that makes no accounts. */
const closed = serverWithSignUp({ mode: 'closed', mail_domains: [] });
/** A server that computes no password hash. */
export const hashless = makeServer({ limits: { hashesPerAddress: 0 } });

const freshEmail = () => `${newHexId(8)}@example.com`;

/** A token as a right code gives it, for any address and moment. */
export async function verifiedToken(email: string, purpose: Purpose, lifeSeconds = HOUR_SECONDS): Promise<string> {
  const { keyring } = servicesOf(env);
  return keyring.sign(VERIFIED_PURPOSE, {
    jti: newHexId(),
    subject: toHex(await keyring.mac(SUBJECT_PURPOSE, `verified:${normaliseIdentifier(email)}`)),
    purpose,
    exp: Math.floor(Date.now() / 1_000) + lifeSeconds,
  });
}

async function captcha(): Promise<Readonly<Record<string, string>>> {
  const { captcha_token } = await ok(shieldContract.captchaInit, {
    body: { client_id: 'cli', action: 'POST:/v1/auth/verification', device_id: DEVICE_ID, meta: { email: 'x' } },
  });
  return { 'x-captcha-token': captcha_token };
}

const codeFor = (email: string, usage = 'REGISTER') => ({
  client_id: 'cli',
  email,
  target: 'ANY',
  usage,
  locale: 'en-US',
});

/** Requests a code and reads it in the mail. */
async function mailedCode(): Promise<{ verification_id: string; code: string }> {
  const email = freshEmail();
  const { verification_id } = await ok(authContract.verification, { body: codeFor(email), headers: await captcha() });
  const code = await waitFor(async () => {
    const [mail] = await servicesOf(env).mail.captured(email);
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  }, 'no letter came');
  return { verification_id, code };
}

const signUpBody = async (email: string, more: object = {}) => ({
  client_id: 'cli',
  email,
  password: PASSWORD,
  verification_token: await verifiedToken(email, 'sign-up'),
  name: 'Dora',
  ...more,
});

/** A person made for one case. */
export async function newPerson(): Promise<{ email: string; userId: string }> {
  const email = freshEmail();
  const { sub } = await ok(authContract.signUp, { body: await signUpBody(email) });
  return { email, userId: sub };
}

const resetBody = async (email: string, more: object = {}) => ({
  client_id: 'cli',
  email,
  new_password: `${PASSWORD} again`,
  verification_token: await verifiedToken(email, 'reset'),
  ...more,
});

/** A call about a fresh address. */
const fresh =
  (body: (email: string, more: object) => Promise<object>, more: object = {}): Case =>
  async (): Promise<Ask> => ({ body: await body(freshEmail(), more) });

/** The same about an existing person. */
const known =
  (body: (email: string, more: object) => Promise<object>, more: object = {}): Case =>
  async (): Promise<Ask> => ({ body: await body((await newPerson()).email, more) });

const lateToken = async (body: (email: string, more: object) => Promise<object>, purpose: Purpose): Promise<Ask> => {
  const email = freshEmail();
  return { body: await body(email, { verification_token: await verifiedToken(email, purpose, -1) }) };
};

const asked =
  (more: object = {}, change: Omit<Ask, 'body'> = {}): Case =>
  async () => ({ body: { ...codeFor(freshEmail()), ...more }, headers: await captcha(), ...change });

export const codeCases: ContractCases<CodeRows> = {
  verification: {
    success: {
      'a verification for a new address': asked(),
      'whether there is an account, for signing in': asked({ usage: null, target: 'ANY' }),
      'a verification for a password that was forgotten': asked({ usage: 'PASSWORD_RESET', selected_channel: '2' }),
      'a verification for a number': asked({ email: null, phone_number: freshPhone() }),
      'a verification of a new address for the signed-in person': async ({ alice }) => ({
        ...(await asked({ usage: 'CHANGE_EMAIL' })({} as World)),
        token: alice.token,
      }),
    },
    errors: {
      invalid_argument: asked({ email: 'nobody' }),
      unauthorized_client: asked({ client_id: 'stranger' }),
      captcha_required: asked({}, { headers: {} }),
      captcha_invalid: asked({}, { headers: { 'x-captcha-token': 'noise' } }),
      verification_rate_limited: asked({}, { server: makeServer({ limits: { verificationsPerHour: 0 } }) }),
      unauthenticated: asked({ usage: 'CHANGE_PHONE', email: '', phone_number: freshPhone() }),
      unavailable: asked({}, { server: makeServer({ bindings: { MAIL: 'off' } }) }),
    },
  },
  verifyCode: {
    success: {
      'a token for the code of the mail': async () => {
        const { verification_id, code } = await mailedCode();
        return { body: { client_id: 'cli', verification_id, verification_code: code } };
      },
    },
    errors: {
      invalid_argument: () => ({ body: { client_id: 'cli', verification_code: '123456' } }),
      unauthorized_client: () => ({ body: { client_id: 'stranger', verification_id: 'x', verification_code: '1' } }),
      invalid_verification_code: async () => {
        const { verification_id, code } = await mailedCode();
        const wrong = code === '000000' ? '000001' : '000000';
        return { body: { client_id: 'cli', verification_id, verification_code: wrong } };
      },
      expired_verification_code: () => ({
        body: { client_id: 'cli', verification_id: 'ab'.repeat(17), verification_code: '123456' },
      }),
    },
  },
  signUp: {
    success: {
      'tokens for a verified address': fresh(signUpBody),
      'tokens for a verified number, however it is written': async () => {
        const phone = freshPhone();
        const more = { email: '', phone_number: phone, verification_token: await verifiedToken(phone, 'sign-up') };
        return { body: await signUpBody(phone, more) };
      },
    },
    errors: {
      invalid_argument: fresh(signUpBody, { email: 'nobody' }),
      unauthorized_client: fresh(signUpBody, { client_id: 'stranger' }),
      invalid_verification_code: fresh(signUpBody, { verification_token: 'noise' }),
      expired_verification_code: () => lateToken(signUpBody, 'sign-up'),
      invalid_password: fresh(signUpBody, { password: 'short' }),
      already_exists: known(signUpBody),
      permission_denied: async (world) => ({ ...(await fresh(signUpBody)(world)), server: closed }),
      too_many_requests: async (world) => ({ ...(await fresh(signUpBody)(world)), server: hashless }),
    },
  },
  reset: {
    success: {
      'nothing when the password is changed': known(resetBody),
      'nothing when the password of a number is changed': async () => {
        const phone = freshPhone();
        const byPhone = { email: '', phone_number: phone };
        const token = await verifiedToken(phone, 'sign-up');
        await ok(authContract.signUp, { body: await signUpBody(phone, { ...byPhone, verification_token: token }) });
        return { body: await resetBody(phone, byPhone) };
      },
    },
    errors: {
      invalid_argument: fresh(resetBody, { email: 'nobody' }),
      unauthorized_client: fresh(resetBody, { client_id: 'stranger' }),
      invalid_verification_code: fresh(resetBody, { verification_token: 'noise' }),
      expired_verification_code: () => lateToken(resetBody, 'reset'),
      invalid_password: fresh(resetBody, { new_password: 'short' }),
      too_many_requests: async (world) => ({ ...(await known(resetBody)(world)), server: hashless }),
      user_not_exist: fresh(resetBody),
      user_blocked: async () => {
        const { email, userId } = await newPerson();
        await runInDurableObject(objects.accounts.getByName(userId), (_account, state) => {
          state.storage.sql.exec("UPDATE account SET status = 'BLOCKED'");
        });
        return { body: await resetBody(email) };
      },
      unavailable: async ({ after }: World) => {
        const { email, userId } = await newPerson();
        after(await deafen(objects.accounts.getByName(userId)));
        return { body: await resetBody(email) };
      },
    },
  },
};

const NEW_PASSWORD = 'a password of the test';

export const codeMatrix: MatrixRows<CodeRows> = {
  // The matrix tries who may call: the refusal is the same for every caller.
  verification: forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, usage: 'PASSWORD_RESET' } }),
    'captcha_required',
  ),
  verifyCode: forAnyone(
    () => ({ body: { client_id: 'cli', verification_id: 'ab'.repeat(17), verification_code: '123456' } }),
    'expired_verification_code',
  ),
  signUp: forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, password: NEW_PASSWORD, verification_token: 'noise' } }),
    'invalid_verification_code',
  ),
  reset: forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, new_password: NEW_PASSWORD, verification_token: 'noise' } }),
    'invalid_verification_code',
  ),
};
