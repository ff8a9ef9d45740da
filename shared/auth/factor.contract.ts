/** Endpoints of second factors and passkeys. Part of authContract. Shapes are our own: no known client has any. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText } from '#shared/contract.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { tokenObject } from './token-object.ts';

export { SECOND_STEP_ERRORS, secondStepFields } from './second-step.ts';

const ticket = v.pipe(requiredText, v.maxLength(4_096));
const typedCode = v.pipe(optionalText, v.maxLength(MAX_PASTED_CHARS));
/** The answer of the browser's own call, as JSON; the server reads it field by field. */
const credential = v.record(v.string(), v.unknown());
const clientFields = { client_id: optionalText, client_secret: optionalText };

const passkey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: v.string(),
  /** '' before the first sign-in with it. */
  last_used_at: v.string(),
  /** The person's other devices have it too. */
  synced: v.boolean(),
});
const passkeyName = v.pipe(optionalText, v.maxLength(200));
const recoveryCodes = v.object({ recovery_codes: v.array(v.string()) });

export type Passkey = v.InferOutput<typeof passkey>;

export const factorEndpoints = {
  twoFactor: endpoint({
    id: 'auth.twoFactor',
    method: 'GET',
    path: '/v1/user/two_factor',
    host: 'user',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ enabled: v.boolean(), enabled_at: v.string(), recovery_codes_left: v.number() }),
    errors: ['unauthenticated'],
    summary: 'Whether a second factor is asked for when signing in',
  }),
  setUpTwoFactor: endpoint({
    id: 'auth.setUpTwoFactor',
    method: 'POST',
    path: '/v1/user/two_factor/setup',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({ sudo_token: ticket }),
    output: v.object({
      /** Works for 10 minutes, for this person. */
      setup_token: v.string(),
      /** Base32, to be typed where a code cannot be scanned. */
      secret: v.string(),
      otpauth_uri: v.string(),
      qr_svg: v.string(),
      expires_in: v.number(),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'permission_denied', 'already_exists'],
    summary: 'Makes a secret for an authenticator app; nothing is switched on yet',
  }),
  enableTwoFactor: endpoint({
    id: 'auth.enableTwoFactor',
    method: 'POST',
    path: '/v1/user/two_factor/enable',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({ setup_token: ticket, code: typedCode }),
    output: recoveryCodes,
    errors: ['unauthenticated', 'invalid_argument', 'invalid_two_factor', 'expired_token', 'already_exists'],
    summary: 'Switches the second factor on and gives ten recovery codes, once',
  }),
  disableTwoFactor: endpoint({
    id: 'auth.disableTwoFactor',
    method: 'POST',
    path: '/v1/user/two_factor/disable',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({ sudo_token: ticket, code: typedCode, recovery_code: typedCode }),
    output: v.object({}),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'permission_denied',
      'failed_precondition',
      'invalid_two_factor',
      'invalid_two_factor_recovery',
      'too_many_requests',
    ],
    summary: 'Switches the second factor off',
  }),
  renewRecoveryCodes: endpoint({
    id: 'auth.renewRecoveryCodes',
    method: 'POST',
    path: '/v1/user/two_factor/recovery_codes',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({ sudo_token: ticket }),
    output: recoveryCodes,
    errors: ['unauthenticated', 'invalid_argument', 'permission_denied', 'failed_precondition'],
    summary: 'Gives ten new recovery codes; the old ones are void',
  }),
  passkeyOptions: endpoint({
    id: 'auth.passkeyOptions',
    method: 'POST',
    path: '/v1/user/passkeys/options',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({ sudo_token: ticket }),
    output: v.object({ challenge_token: v.string(), options: v.record(v.string(), v.unknown()) }),
    errors: ['unauthenticated', 'invalid_argument', 'permission_denied', 'failed_precondition'],
    summary: 'Begins to add a passkey: what the browser must be asked',
  }),
  addPasskey: endpoint({
    id: 'auth.addPasskey',
    method: 'POST',
    path: '/v1/user/passkeys',
    host: 'user',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ challenge_token: ticket, credential, name: passkeyName }),
    output: passkey,
    errors: ['unauthenticated', 'invalid_argument', 'expired_token', 'already_exists', 'failed_precondition'],
    summary: 'Adds the passkey that the browser made',
  }),
  passkeys: endpoint({
    id: 'auth.passkeys',
    method: 'GET',
    path: '/v1/user/passkeys',
    host: 'user',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ passkeys: v.array(passkey) }),
    errors: ['unauthenticated'],
    summary: 'The passkeys of the signed-in person',
  }),
  renamePasskey: endpoint({
    id: 'auth.renamePasskey',
    method: 'PATCH',
    path: '/v1/user/passkeys/{id}',
    host: 'user',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ id: v.pipe(requiredText, v.maxLength(100)) }),
    body: v.object({ name: passkeyName }),
    output: passkey,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Gives a passkey another name',
  }),
  removePasskey: endpoint({
    id: 'auth.removePasskey',
    method: 'POST',
    path: '/v1/user/passkeys/{id}/remove',
    host: 'user',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ id: v.pipe(requiredText, v.maxLength(100)) }),
    body: v.object({ sudo_token: ticket }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'permission_denied', 'not_found'],
    summary: 'Removes a passkey: it opens nothing any more',
  }),
  passkeySignInOptions: endpoint({
    id: 'auth.passkeySignInOptions',
    method: 'POST',
    path: '/v1/auth/passkey/options',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object(clientFields),
    output: v.object({ challenge_token: v.string(), options: v.record(v.string(), v.unknown()) }),
    errors: ['invalid_argument', 'unauthorized_client', 'failed_precondition'],
    summary: 'Begins to sign in with a passkey: what the browser must be asked',
  }),
  passkeySignIn: endpoint({
    id: 'auth.passkeySignIn',
    method: 'POST',
    path: '/v1/auth/passkey/signin',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({ ...clientFields, challenge_token: ticket, credential }),
    output: tokenObject,
    errors: [
      'invalid_argument',
      'unauthorized_client',
      'invalid_account_or_password',
      'user_blocked',
      'cannot_unlock',
      'account_freeze',
    ],
    summary: 'Signs in with a passkey; it is both factors in one',
  }),
} as const;
