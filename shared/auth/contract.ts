/**
 * Endpoints of sign-in, sign-up, codes by mail and the person's profile. Source: wire-contract.md section 1, spec 7.5.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText } from '#shared/contract.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { appPasswordEndpoints } from './app-password.contract.ts';
import { factorEndpoints, SECOND_STEP_ERRORS, secondStepFields } from './factor.contract.ts';
import { oauthEndpoints } from './oauth.contract.ts';
import { phoneEndpoints } from './phone.contract.ts';
import { preferenceEndpoints } from './preferences.contract.ts';
import { sessionEndpoints } from './session.contract.ts';
import { settingsEndpoints } from './settings.contract.ts';
import { tokenObject } from './token-object.ts';

export type { Profile } from './profile.ts';
export { type TokenObject, tokenObject } from './token-object.ts';

const secretText = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

const mailedText = v.pipe(optionalText, v.maxLength(1024));
const address = v.pipe(optionalText, v.maxLength(320));

export const authContract = {
  signIn: endpoint({
    id: 'auth.signIn',
    method: 'POST',
    path: '/v1/auth/signin',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      /** Absent only in the second step of a sign-in. */
      username: v.pipe(optionalText, v.maxLength(320)),
      /** Absent only when a verification token replaces it, and in the second step. */
      password: v.pipe(optionalText, v.maxLength(1024)),
      captcha_token: optionalText,
      grant_type: optionalText,
      verification_token: mailedText,
      ...secondStepFields,
    }),
    output: tokenObject,
    errors: [
      ...SECOND_STEP_ERRORS,
      'invalid_argument',
      'unauthorized_client',
      'captcha_required',
      'captcha_invalid',
      'invalid_account_or_password',
      'user_blocked',
      'cannot_unlock',
      'account_freeze',
      'invalid_verification_code',
      'expired_verification_code',
      'user_not_exist',
    ],
    summary: 'Signs in by password, or by a verification token',
  }),
  verification: endpoint({
    id: 'auth.verification',
    method: 'POST',
    path: '/v1/auth/verification',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      email: address,
      phone_number: address,
      target: v.pipe(optionalText, v.maxLength(40)),
      /** REGISTER, PASSWORD_RESET, or nothing for signing in; CHANGE_EMAIL and CHANGE_PHONE for the signed-in person. */
      usage: v.pipe(optionalText, v.maxLength(40)),
      locale: v.pipe(optionalText, v.maxLength(40)),
      captcha_token: v.pipe(optionalText, v.maxLength(4096)),
      selected_channel: optionalText,
    }),
    output: v.object({
      verification_id: v.string(),
      /** Whether the address has an account; said for signing in alone, where the client must choose its next call. */
      is_user: v.optional(v.boolean()),
      expires_in: v.number(),
    }),
    errors: [
      'invalid_argument',
      'unauthorized_client',
      'captcha_required',
      'captcha_invalid',
      'verification_rate_limited',
      'unauthenticated',
      'unavailable',
    ],
    summary: 'Sends a code of six digits by mail or text message',
  }),
  verifyCode: endpoint({
    id: 'auth.verifyCode',
    method: 'POST',
    path: '/v1/auth/verification/verify',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      verification_id: v.pipe(requiredText, v.maxLength(200)),
      verification_code: v.pipe(optionalText, v.maxLength(MAX_PASTED_CHARS)),
    }),
    output: v.object({ verification_token: v.string(), expires_in: v.number() }),
    errors: ['invalid_argument', 'unauthorized_client', 'invalid_verification_code', 'expired_verification_code'],
    summary: 'Exchanges a code for a verification token',
  }),
  signUp: endpoint({
    id: 'auth.signUp',
    method: 'POST',
    path: '/v1/auth/signup',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    adds: true,
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      email: address,
      phone_number: address,
      password: secretText,
      verification_token: v.pipe(requiredText, v.maxLength(1024)),
      verification_code: v.pipe(optionalText, v.maxLength(MAX_PASTED_CHARS)),
      name: v.pipe(optionalText, v.maxLength(500)),
      /** Code of an invitation, where operators demand one. */
      invitation_code: v.pipe(optionalText, v.maxLength(200)),
      captcha_token: optionalText,
    }),
    output: tokenObject,
    errors: [
      'invalid_argument',
      'unauthorized_client',
      'invalid_verification_code',
      'expired_verification_code',
      'invalid_password',
      'already_exists',
      'permission_denied',
      'too_many_requests',
    ],
    summary: 'Makes an account for a verified address and signs in',
  }),
  reset: endpoint({
    id: 'auth.reset',
    method: 'POST',
    path: '/v1/auth/reset',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      email: address,
      phone_number: address,
      new_password: secretText,
      verification_token: v.pipe(requiredText, v.maxLength(1024)),
    }),
    output: v.object({}),
    errors: [
      'invalid_argument',
      'unauthorized_client',
      'invalid_verification_code',
      'expired_verification_code',
      'invalid_password',
      'user_not_exist',
      'user_blocked',
      'unavailable',
      'too_many_requests',
    ],
    summary: 'Sets a new password for a verified address and ends every session',
  }),
  revoke: endpoint({
    id: 'auth.revoke',
    method: 'POST',
    path: '/v1/auth/revoke',
    host: 'user',
    callers: 'anyone',
    dialect: 'oauth',
    idempotency: 'natural',
    body: v.object({
      token: v.pipe(optionalText, v.maxLength(4096)),
      token_type_hint: optionalText,
      /** A program that names itself may end its own tokens alone. */
      client_id: optionalText,
      client_secret: optionalText,
    }),
    output: v.object({}),
    errors: ['invalid_request', 'unauthorized_client', 'invalid_client'],
    summary: 'Ends the session of a token; of the bearer when no token is named',
  }),
  ...sessionEndpoints,
  ...oauthEndpoints,
  ...phoneEndpoints,
  ...factorEndpoints,
  ...appPasswordEndpoints,
  ...settingsEndpoints,
  ...preferenceEndpoints,
} as const;
