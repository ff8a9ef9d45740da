/**
 * Wire rows of sign-in, sign-up, codes by mail and the person's profile. Source: contract.md section 1, spec 7.5.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText } from '#shared/contract.ts';
import { factorRows } from './factor.contract.ts';
import { oauthRows } from './oauth.contract.ts';
import { settingsRows } from './settings.contract.ts';

const secretText = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

export const tokenObject = v.object({
  token_type: v.literal('Bearer'),
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  sub: v.string(),
  user_id: v.string(),
  scope: v.string(),
  user_group: v.array(v.string()),
});

const mailedText = v.pipe(optionalText, v.maxLength(1024));
const address = v.pipe(optionalText, v.maxLength(320));

export type TokenObject = v.InferOutput<typeof tokenObject>;

export const authContract = {
  signIn: endpoint({
    id: 'auth.signIn',
    method: 'POST',
    path: '/v1/auth/signin',
    host: 'user',
    callers: 'anyone',
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      username: v.pipe(v.string(), v.minLength(1), v.maxLength(320)),
      /** Absent only when a verification token stands in for it. */
      password: v.pipe(optionalText, v.maxLength(1024)),
      captcha_token: optionalText,
      grant_type: optionalText,
      verification_token: mailedText,
    }),
    output: tokenObject,
    errors: [
      'invalid_argument',
      'unauthorized_client',
      'captcha_required',
      'captcha_invalid',
      'invalid_account_or_password',
      'user_blocked',
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
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      email: address,
      phone_number: address,
      target: v.pipe(optionalText, v.maxLength(40)),
      /** REGISTER, PASSWORD_RESET, or nothing for signing in. */
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
      'unavailable',
    ],
    summary: 'Sends a code of six digits by mail',
  }),
  verifyCode: endpoint({
    id: 'auth.verifyCode',
    method: 'POST',
    path: '/v1/auth/verification/verify',
    host: 'user',
    callers: 'anyone',
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      verification_id: v.pipe(requiredText, v.maxLength(200)),
      verification_code: v.pipe(optionalText, v.maxLength(40)),
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
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      email: address,
      phone_number: address,
      password: secretText,
      verification_token: v.pipe(requiredText, v.maxLength(1024)),
      verification_code: v.pipe(optionalText, v.maxLength(40)),
      name: v.pipe(optionalText, v.maxLength(500)),
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
    ],
    summary: 'Makes an account for a verified address and signs in',
  }),
  reset: endpoint({
    id: 'auth.reset',
    method: 'POST',
    path: '/v1/auth/reset',
    host: 'user',
    callers: 'anyone',
    repeat: 'never',
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
    ],
    summary: 'Sets a new password for a verified address and ends every session',
  }),
  token: endpoint({
    id: 'auth.token',
    method: 'POST',
    path: '/v1/auth/token',
    host: 'user',
    callers: 'anyone',
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      grant_type: requiredText,
      /** Absent: the browser's session cookie stands in for it. */
      refresh_token: v.pipe(optionalText, v.maxLength(4096)),
      username: v.pipe(optionalText, v.maxLength(320)),
      password: v.pipe(optionalText, v.maxLength(1024)),
    }),
    output: tokenObject,
    errors: [
      'invalid_argument',
      'invalid_grant',
      'unauthorized_client',
      'invalid_account_or_password',
      'captcha_required',
      'captcha_invalid',
      'user_blocked',
      'cross_site_request',
    ],
    summary: 'Refreshes a token (rotating) or signs in by the password grant',
  }),
  revoke: endpoint({
    id: 'auth.revoke',
    method: 'POST',
    path: '/v1/auth/revoke',
    host: 'user',
    callers: 'anyone',
    repeat: 'natural',
    body: v.object({ token: v.pipe(optionalText, v.maxLength(4096)), token_type_hint: optionalText }),
    output: v.object({}),
    errors: ['invalid_argument'],
    summary: 'Ends the session of a token; of the bearer when no token is named',
  }),
  me: endpoint({
    id: 'auth.me',
    method: 'GET',
    path: '/v1/user/me',
    host: 'user',
    callers: 'person',
    repeat: 'read',
    output: v.object({
      sub: v.string(),
      name: v.string(),
      picture: v.string(),
      email: v.string(),
      phone_number: v.string(),
      username: v.string(),
      password: v.string(),
      status: v.string(),
      created_at: v.string(),
      password_updated_at: v.string(),
      providers: v.array(v.object({ id: v.string(), provider_user_id: v.string(), name: v.string() })),
    }),
    errors: ['unauthenticated'],
    summary: 'The profile of the signed-in person, addresses masked',
  }),
  ...oauthRows,
  ...factorRows,
  ...settingsRows,
} as const;

export type Profile = v.InferOutput<(typeof authContract.me)['output']>;
