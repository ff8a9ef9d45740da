/**
 * The endpoints that every page calls: a bearer for the session, and its person. Apart from the others, so that a page loads no
 * more. Source: wire-contract.md section 1.
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { profileOutput } from './profile.ts';
import { SECOND_STEP_ERRORS, secondStepFields } from './second-step.ts';
import { tokenObject } from './token-object.ts';

export const sessionEndpoints = {
  token: endpoint({
    id: 'auth.token',
    method: 'POST',
    path: '/v1/auth/token',
    host: 'user',
    callers: 'anyone',
    dialect: 'oauth',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      client_secret: optionalText,
      /** `authorization_code`, `refresh_token`, `password`, or the device grant of RFC 8628 by its whole name. */
      grant_type: v.pipe(optionalText, v.maxLength(200)),
      code: v.pipe(optionalText, v.maxLength(1024)),
      /** The one of the code's request; absent when that had none. */
      redirect_uri: v.pipe(optionalText, v.maxLength(2000)),
      /** Required for a code: 43 to 128 characters, whose S256 was in the code's request. */
      code_verifier: v.pipe(optionalText, v.maxLength(1024)),
      device_code: v.pipe(optionalText, v.maxLength(1024)),
      /** On refresh: narrows this access token only, not the session. */
      scope: v.pipe(optionalText, v.maxLength(200)),
      /** Absent: the browser's session cookie replaces it. */
      refresh_token: v.pipe(optionalText, v.maxLength(4096)),
      username: v.pipe(optionalText, v.maxLength(320)),
      password: v.pipe(optionalText, v.maxLength(1024)),
      ...secondStepFields,
    }),
    /** Without the scope `offline` there is no refresh token. */
    output: v.object({ ...tokenObject.entries, refresh_token: v.optional(v.string()) }),
    errors: [
      ...SECOND_STEP_ERRORS,
      'invalid_grant',
      'unauthorized_client',
      'invalid_account_or_password',
      'captcha_required',
      'captcha_invalid',
      'user_blocked',
      'cannot_unlock',
      'account_freeze',
      'cross_site_request',
      'invalid_request',
      'unsupported_grant_type',
      'invalid_client',
      'invalid_scope',
      'authorization_pending',
      'slow_down',
      'expired_token',
      'access_denied',
    ],
    summary: 'Tokens for a code, for a refresh token (which rotates), for a password, or for a device that was allowed',
  }),
  me: endpoint({
    id: 'auth.me',
    method: 'GET',
    path: '/v1/user/me',
    host: 'user',
    callers: 'person',
    idempotency: 'read',
    output: profileOutput,
    errors: ['unauthenticated'],
    summary: 'The profile of the signed-in person, addresses masked',
  }),
} as const;
