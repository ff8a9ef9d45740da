/** Endpoints of app passwords: one a program, for the protocols at the address of programs alone. Part of authContract. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText } from '#shared/contract.ts';

/** Longest life of a password that has an end: ten years. */
const MAX_DAYS = 3_650;

const scope = v.picklist(['read', 'write']);

const appPassword = v.object({
  id: v.string(),
  name: v.string(),
  /** `read`: looks and downloads. `write`: changes too. */
  scope,
  /** The folder that the program sees as its root; '' for the whole drive. */
  folder_id: v.string(),
  created_at: v.string(),
  /** '' for none. */
  ends_at: v.string(),
  /** '' before the first use; at most a day old. */
  last_used_at: v.string(),
  /** Name of the program; '' when unknown. */
  last_used_by: v.string(),
  /** Code of the country, else the network address. */
  last_used_from: v.string(),
});

export type AppPassword = v.InferOutput<typeof appPassword>;

export const appPasswordEndpoints = {
  appPasswords: endpoint({
    id: 'auth.appPasswords',
    method: 'GET',
    path: '/v1/user/app_passwords',
    host: 'user',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ app_passwords: v.array(appPassword), /** For WebDAV. */ address: v.string() }),
    errors: ['unauthenticated'],
    summary: 'The app passwords of the signed-in person, newest first',
  }),
  makeAppPassword: endpoint({
    id: 'auth.makeAppPassword',
    method: 'POST',
    path: '/v1/user/app_passwords',
    host: 'user',
    callers: 'person',
    idempotency: 'never',
    body: v.object({
      sudo_token: v.pipe(requiredText, v.maxLength(4_096)),
      name: v.pipe(optionalText, v.maxLength(200)),
      scope,
      folder_id: v.pipe(optionalText, v.maxLength(100)),
      /** 0 for no end. */
      ends_in_days: v.pipe(v.nullish(v.number(), 0), v.integer(), v.minValue(0), v.maxValue(MAX_DAYS)),
    }),
    output: v.object({ app_password: appPassword, /** Answered once. */ password: v.string(), address: v.string() }),
    errors: ['unauthenticated', 'invalid_argument', 'permission_denied', 'failed_precondition'],
    summary: 'Makes a password for one program and answers it, once',
  }),
  endAppPassword: endpoint({
    id: 'auth.endAppPassword',
    method: 'DELETE',
    path: '/v1/user/app_passwords/{id}',
    host: 'user',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ id: v.pipe(requiredText, v.maxLength(100)) }),
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Ends an app password: no program opens anything by it any more',
  }),
} as const;
