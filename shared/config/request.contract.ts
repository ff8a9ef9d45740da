/**
 * The configuration call that a browser loads: with the device's id. The answers are our own design. Every call answers
 * `values.<document>`, so that a client finds a document under one path in every answer.
 * @source spec 7.3, docs/wire-contract.md section 7
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { basicSchema } from './basic.ts';
import { debugOptionsSchema } from './debug-options.ts';

/** As existing clients send it: any part may be missing or null. */
export const requestSchema = v.object({
  /** `web` and others; else the `x-client-id` of the call. */
  client: optionalText,
  /** Device id. */
  uuid: optionalText,
  userid: optionalText,
  data: v.nullish(
    v.object({
      /** The requested language; before `language_app`, before `language_system`, before the language of the call. */
      language: optionalText,
      language_app: optionalText,
      language_system: optionalText,
      user_id: optionalText,
    }),
  ),
});

export const globalConfig = endpoint({
  id: 'config.globalConfig',
  method: 'POST',
  path: '/config/v1/globalConfig',
  host: 'user',
  callers: 'anyone',
  idempotency: 'read',
  body: requestSchema,
  output: v.object({ values: v.object({ basic: basicSchema, debug_options: debugOptionsSchema }) }),
  errors: ['invalid_argument'],
  summary:
    'What a device needs first, by `uuid` (device) and `userid`: the basics and whether the debug console may open',
});
