/**
 * What a client may ask of the configuration, as a browser loads it: the call with the device's id. Answers are decided here:
 * none was ever recorded. Every call answers `values.<document>`, so that a reader finds a document wherever it asked.
 * @source spec 7.3, contract.md section 7
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { basicSchema } from './basic.ts';
import { debugOptionsSchema } from './debug-options.ts';

/** As existing clients send it: any part may be missing or null. */
export const askSchema = v.object({
  /** `web` and others; else the `x-client-id` of the call. */
  client: optionalText,
  /** Device id. */
  uuid: optionalText,
  userid: optionalText,
  data: v.nullish(
    v.object({
      /** What is wanted; before `language_app`, before `language_system`, before the language of the call. */
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
  body: askSchema,
  output: v.object({ values: v.object({ basic: basicSchema, debug_options: debugOptionsSchema }) }),
  errors: ['invalid_argument'],
  summary:
    'What a device needs first, by `uuid` (device) and `userid`: the basics and whether the debug console may open',
});
