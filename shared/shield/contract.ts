/** Endpoints of the human check. Source: spec 7.2, 7.5, wire-contract.md section 2; the `check` endpoints are our own. */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { CHECK_CHALLENGE_PATH, CHECK_SOLVE_PATH } from './paths.ts';

/** A ticket or token, with its greatest length. */
const token = v.pipe(optionalText, v.maxLength(4096));

/** A challenge, in the format of the check page's widget. */
const challenge = v.object({
  parameters: v.object({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    /** Epoch seconds. */
    expiresAt: v.number(),
    /** Id of the check that this work belongs to. */
    data: v.object({ check: v.string() }),
  }),
  signature: v.string(),
});

export const shieldContract = {
  captchaInit: endpoint({
    id: 'shield.captchaInit',
    method: 'POST',
    path: '/v1/shield/captcha/init',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      action: v.pipe(optionalText, v.maxLength(300)),
      device_id: v.pipe(optionalText, v.maxLength(200)),
      captcha_token: token,
      redirect_uri: v.pipe(optionalText, v.maxLength(2000)),
      meta: v.nullish(v.record(v.string(), v.unknown()), {}),
    }),
    output: v.object({ captcha_token: v.string(), expires_in: v.number(), url: v.optional(v.string()) }),
    errors: ['invalid_argument', 'too_many_requests'],
    summary: 'Gives a captcha token for an action, or the address of the human check',
  }),
  checkChallenge: endpoint({
    id: 'shield.checkChallenge',
    method: 'GET',
    path: CHECK_CHALLENGE_PATH,
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({ challenge: token }),
    output: challenge,
    errors: ['invalid_argument', 'captcha_invalid', 'too_many_requests'],
    summary: 'Gives the work to do for a human check; each answer is another piece of work',
  }),
  checkSolve: endpoint({
    id: 'shield.checkSolve',
    method: 'POST',
    path: CHECK_SOLVE_PATH,
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    body: v.object({
      /** The ticket from the address of the check. */
      challenge: token,
      /** The widget's answer: base64 of challenge and solution; with a provider, its token. */
      solution: v.pipe(optionalText, v.maxLength(8192)),
      redirect_uri: v.pipe(optionalText, v.maxLength(2000)),
      state: v.pipe(optionalText, v.maxLength(500)),
    }),
    /** '' without an address to return to: the token then waits for the device's next `captcha/init`. */
    output: v.object({ captcha_token: v.string(), expires_in: v.number(), redirect_to: v.string() }),
    errors: ['invalid_argument', 'captcha_invalid', 'too_many_requests'],
    summary: 'Takes the solution of a human check and gives its captcha token',
  }),
  verifyRecaptchaToken: endpoint({
    id: 'shield.verifyRecaptchaToken',
    method: 'POST',
    path: '/vip/v1/verifyRecaptchaToken',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'never',
    body: v.object({ type: v.pipe(optionalText, v.maxLength(50)), captcha_token: token }),
    /** `reason` is one of shared/shield/check-reason.ts; '' for a success. */
    output: v.object({ success: v.boolean(), reason: v.string() }),
    errors: ['invalid_argument', 'too_many_requests'],
    summary: "Asks the configured provider whether its token is good; a provider's token is good once",
  }),
} as const;
