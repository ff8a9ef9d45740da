/** Cases of account settings. Each has a person of its own: they end sessions, and accounts. */

import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import type { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { UNDO_PURPOSE } from '#worker/services/auth/keys.ts';
import { sealTicket } from '#worker/services/auth/token/ticket.ts';
import { forAnyone, forPerson, type MatrixRows } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { type Ask, env, makeServer, send } from '../send.ts';
import { bytesOf, credentials, objects, ok } from '../world.ts';
import { hashless, newPerson, verifiedToken } from './codes.cases.ts';
import { freshPhone } from './phone.cases.ts';

const PASSWORD = 'a password of the test';
/** A server that requires a human check at the first attempt. */
const strict = makeServer({ limits: { signInAttempts: 0 } });
/** The eight bytes and the header that the server reads of a picture: 3 x 2 pixels. */
const PICTURE = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0,
  0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 5, 6, 7, 8,
]);

export interface Someone {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
}

export async function someone(): Promise<Someone> {
  const { email, userId } = await newPerson();
  const body = { client_id: 'cli', username: email, password: PASSWORD };
  const { access_token: token } = await ok(authContract.signIn, { body });
  return { email, userId, token };
}

const sudoOf = async ({ token }: Someone) =>
  (await ok(authContract.sudo, { token, body: { password: PASSWORD } })).sudo_token;

/** A call of a new person with the password shown. */
const sure =
  (more: (who: Someone) => object | Promise<object> = () => ({})): Case =>
  async (): Promise<Ask> => {
    const who = await someone();
    return { token: who.token, body: { sudo_token: await sudoOf(who), ...(await more(who)) } };
  };

/** The same without it. */
const unsure =
  (more: object = {}): Case =>
  async () => ({ token: (await someone()).token, body: { sudo_token: 'noise', ...more } });

const malformed: Case = async () => ({ token: (await someone()).token, body: '{' });
const bare: Case = async () => ({ token: (await someone()).token });

const newEmail = async (lifeSeconds?: number, email = `${newHexId(8)}@example.com`) => ({
  email,
  verification_token: await verifiedToken(email, 'change-email', lifeSeconds),
});
const newPhone = async (lifeSeconds?: number, phone_number: string = freshPhone()) => ({
  phone_number,
  verification_token: await verifiedToken(phone_number, 'change-phone', lifeSeconds),
});

/** The closing of an account, requested with the right password. */
async function unlockToken(): Promise<string> {
  const who = await someone();
  await ok(authContract.close, { token: who.token, body: { sudo_token: await sudoOf(who) } });
  const body = { client_id: 'cli', username: who.email, password: PASSWORD };
  const refused = (await (await send(authContract.signIn, { body })).json()) as {
    details: { metadata?: Record<string, string> }[];
  };
  return refused.details.map((entry) => entry.metadata?.['unlock_token'] ?? '').join('');
}

async function undoToken(): Promise<string> {
  const { userId } = await someone();
  const { keyring } = servicesOf(env);
  const content = { userId, email: `${newHexId(8)}@example.com`, phone: '', version: 1 };
  return sealTicket(keyring, UNDO_PURPOSE, content, { ttlSeconds: 60, nowMs: Date.now() });
}

const forgetEmail = ({ userId }: Someone) =>
  runInDurableObject(objects.accounts.getByName(userId), (_account, state) => {
    state.storage.sql.exec("UPDATE account SET email = ''");
  });

/** Someone with a number. */
async function phoneOwner(): Promise<{ who: Someone; phone: string }> {
  const who = await someone();
  const change = await newPhone();
  await ok(authContract.changePhone, { token: who.token, body: { sudo_token: await sudoOf(who), ...change } });
  return { who, phone: change.phone_number };
}

export const settingsCases: ContractCases<typeof settingsEndpoints> = {
  sudo: {
    success: {
      'a token for the password': async () => ({ token: (await someone()).token, body: { password: PASSWORD } }),
    },
    errors: {
      invalid_argument: async () => ({ token: (await someone()).token, body: {} }),
      invalid_password: async () => ({ token: (await someone()).token, body: { password: 'not it' } }),
      captcha_required: async () => ({
        token: (await someone()).token,
        server: strict,
        body: { password: PASSWORD },
      }),
      captcha_invalid: async () => ({
        token: (await someone()).token,
        server: strict,
        body: { password: PASSWORD, captcha_token: 'noise' },
      }),
      too_many_requests: async () => ({
        token: (await someone()).token,
        server: hashless,
        body: { password: PASSWORD },
      }),
    },
  },
  changePassword: {
    success: {
      'tokens for the old one': async () => ({
        token: (await someone()).token,
        body: { password: PASSWORD, new_password: `${PASSWORD} again` },
      }),
      'tokens for a password that was shown': sure(() => ({ new_password: `${PASSWORD} again` })),
    },
    errors: {
      too_many_requests: async () => ({
        token: (await someone()).token,
        server: hashless,
        body: { password: PASSWORD, new_password: `${PASSWORD} again` },
      }),
      invalid_argument: sure(() => ({ new_password: '' })),
      invalid_password: sure(() => ({ new_password: 'short' })),
      permission_denied: unsure({ new_password: `${PASSWORD} again` }),
      captcha_required: async () => ({
        token: (await someone()).token,
        server: strict,
        body: { password: PASSWORD, new_password: `${PASSWORD} again` },
      }),
      captcha_invalid: async () => ({
        token: (await someone()).token,
        server: strict,
        body: { password: PASSWORD, new_password: `${PASSWORD} again`, captcha_token: 'noise' },
      }),
    },
  },
  changeEmail: {
    success: { 'the profile with a new address': sure(() => newEmail()) },
    errors: {
      invalid_argument: sure(() => ({ email: 'nobody', verification_token: 'noise' })),
      permission_denied: unsure({ email: 'a@example.com', verification_token: 'noise' }),
      invalid_verification_code: sure(() => ({ email: 'a@example.com', verification_token: 'noise' })),
      expired_verification_code: sure(() => newEmail(-1)),
      already_exists: sure(() => newEmail(undefined, 'bob@example.com')),
    },
  },
  changePhone: {
    success: { 'the profile with a number': sure(() => newPhone()) },
    errors: {
      invalid_argument: sure(() => ({ phone_number: 'nobody', verification_token: 'noise' })),
      permission_denied: unsure({ phone_number: '+12125550123', verification_token: 'noise' }),
      invalid_verification_code: sure(() => ({ phone_number: freshPhone(), verification_token: 'noise' })),
      expired_verification_code: sure(() => newPhone(-1)),
      already_exists: sure(async () => newPhone(undefined, (await phoneOwner()).phone)),
    },
  },
  removePhone: {
    success: {
      'the profile without a number': async () => {
        const { who } = await phoneOwner();
        return { token: who.token, body: { sudo_token: await sudoOf(who) } };
      },
    },
    errors: {
      invalid_argument: malformed,
      permission_denied: unsure(),
      failed_precondition: async () => {
        const { who } = await phoneOwner();
        await forgetEmail(who);
        return { token: who.token, body: { sudo_token: await sudoOf(who) } };
      },
    },
  },
  undoEmail: {
    success: { 'nothing, with the old address back': async () => ({ body: { undo_token: await undoToken() } }) },
    errors: { invalid_argument: () => ({ body: { undo_token: 'noise' } }) },
  },
  rename: {
    success: {
      'the profile with another name': async () => ({ token: (await someone()).token, body: { name: 'Eve' } }),
    },
    errors: { invalid_argument: async () => ({ token: (await someone()).token, body: { name: ' ' } }) },
  },
  setPicture: {
    success: { 'the profile with a picture': async () => ({ token: (await someone()).token, bytes: PICTURE.slice() }) },
    errors: {
      invalid_argument: async () => ({ token: (await someone()).token, bytes: PICTURE.slice(1) }),
      request_too_large: async () => ({ token: (await someone()).token, bytes: new Uint8Array(600 * 1024) }),
    },
  },
  removePicture: { success: { 'the profile without a picture': bare }, errors: {} },
  devices: { success: { 'the devices': bare }, errors: {} },
  revokeDevice: {
    success: {
      'nothing, with the device signed out': async () => {
        const { email, token } = await someone();
        const id = newHexId();
        const body = { client_id: 'cli', username: email, password: PASSWORD };
        await ok(authContract.signIn, { body, headers: { 'x-device-id': id } });
        return { token, params: { id } };
      },
    },
    errors: { not_found: async () => ({ token: (await someone()).token, params: { id: newHexId() } }) },
  },
  endOthers: {
    success: { 'nothing, with the others signed out': bare },
    errors: { invalid_argument: malformed },
  },
  freeze: {
    success: { 'nothing, with the account locked': sure() },
    errors: {
      invalid_argument: malformed,
      permission_denied: unsure(),
      failed_precondition: async () => {
        const who = await someone();
        await forgetEmail(who);
        return { token: who.token, body: { sudo_token: await sudoOf(who) } };
      },
    },
  },
  close: {
    success: { 'the day of the end': sure() },
    errors: { invalid_argument: malformed, permission_denied: unsure() },
  },
  unlock: {
    success: {
      'tokens, with the account kept': async () => ({
        body: { client_id: 'cli', unlock_token: await unlockToken() },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { client_id: 'cli', unlock_token: 'noise' } }),
      unauthorized_client: () => ({ body: { client_id: 'stranger', unlock_token: 'noise' } }),
    },
  },
};

const NEW_PASSWORD = 'a password of the test';

export const settingsMatrix: MatrixRows<typeof settingsEndpoints> = {
  sudo: forPerson(() => ({ body: { password: 'not it' } }), 'invalid_password', 'invalid_password'),
  changePassword: forPerson(
    () => ({ body: { sudo_token: 'noise', new_password: NEW_PASSWORD } }),
    'permission_denied',
    'permission_denied',
  ),
  changeEmail: forPerson(
    ({ email }) => ({ body: { sudo_token: 'noise', email, verification_token: 'noise' } }),
    'permission_denied',
    'permission_denied',
  ),
  changePhone: forPerson(
    () => ({ body: { sudo_token: 'noise', phone_number: '+12125550123', verification_token: 'noise' } }),
    'permission_denied',
    'permission_denied',
  ),
  removePhone: forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  undoEmail: forAnyone(() => ({ body: { undo_token: 'noise' } }), 'invalid_argument'),
  rename: forPerson(() => ({ body: { name: ' ' } }), 'invalid_argument', 'invalid_argument'),
  setPicture: forPerson(() => ({ bytes: bytesOf('no picture') }), 'invalid_argument', 'invalid_argument'),
  removePicture: forPerson(() => ({}), 'own'),
  devices: forPerson(() => ({}), 'own'),
  revokeDevice: forPerson(async ({ email }) => {
    const id = newHexId();
    await ok(authContract.signIn, { body: credentials(email), headers: { 'x-device-id': id } });
    return { params: { id } };
  }, 'not_found'),
  endOthers: forPerson(() => ({}), 'own'),
  freeze: forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  close: forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  unlock: forAnyone(() => ({ body: { client_id: 'cli', unlock_token: 'noise' } }), 'invalid_argument'),
};
