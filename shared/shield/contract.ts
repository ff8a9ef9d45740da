/**
 * Wire rows of the human check. Source: spec 7.5, contract.md section 2.
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';

export const shieldContract = {
  captchaInit: endpoint({
    id: 'shield.captchaInit',
    method: 'POST',
    path: '/v1/shield/captcha/init',
    host: 'user',
    callers: 'anyone',
    repeat: 'never',
    query: v.object({ client_id: optionalText }),
    body: v.object({
      client_id: optionalText,
      action: v.pipe(optionalText, v.maxLength(300)),
      device_id: v.pipe(optionalText, v.maxLength(200)),
      captcha_token: v.pipe(optionalText, v.maxLength(4096)),
      redirect_uri: v.pipe(optionalText, v.maxLength(2000)),
      meta: v.nullish(v.record(v.string(), v.unknown()), {}),
    }),
    output: v.object({ captcha_token: v.string(), expires_in: v.number(), url: v.optional(v.string()) }),
    errors: ['invalid_argument', 'too_many_requests'],
    summary: 'Gives a captcha token for an action, or the address of the human check',
  }),
} as const;
