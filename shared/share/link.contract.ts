/**
 * Wire rows of one's own links after they are made, and of the name that they show. Part of shareContract.
 * Source: wire-contract.md 6.1, which names the calls but not their answers.
 */
import * as v from 'valibot';
import { TYPED_NAME_MAX_CHARS } from '#shared/auth/rules.ts';
import { endpoint, optionalText, requiredText } from '#shared/contract.ts';
import { parseCount } from '#shared/count.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { MAX_NOTE_CHARS } from './model.ts';
import { ownLink } from './own-link.contract.ts';

/** Days as in `share.create`; absent, null, '' and 0 leave the end as it is. */
const changedDays = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), 0),
  v.transform((value) =>
    typeof value === 'number' ? value : value === '' ? 0 : value === '-1' ? -1 : (parseCount(value) ?? Number.NaN),
  ),
  v.number(),
  v.safeInteger(),
  v.minValue(-1),
  v.maxValue(365),
);

/** Ours: terms that a new link and a changed one may name. */
export const linkTerms = {
  /** An RFC 3339 time, at most 365 days from now; used instead of `expiration_days`. */
  expiration_at: v.pipe(optionalText, v.maxLength(40)),
  /** Message to visitors, plain text; absent leaves it, '' removes it. */
  note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_CHARS))),
  /** Visitors see names and small images; nothing is downloaded or saved. */
  view_only: v.optional(v.boolean()),
  /** Visitors see icons in place of images, on the page, in chats and by any address of an image. */
  previews_hidden: v.optional(v.boolean()),
} as const;

export const sender = v.object({
  /** The name that visitors of one's links see now. */
  nickname: v.string(),
  /** False while that is a masked name. */
  chosen: v.boolean(),
  /** The person chose the name, or to stay masked; or an operator reset it. While it is false, our pages ask. */
  decided: v.boolean(),
  /** The name of the account, for a person without a chosen one; '' where it breaks a rule of public names. */
  suggested: v.string(),
});
export type Sender = v.InferOutput<typeof sender>;

export const linkContract = {
  change: endpoint({
    id: 'share.change',
    method: 'PATCH',
    path: '/drive/v1/share',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      share_id: requiredText,
      /** `REQUIRED`, `NOT_REQUIRED`; absent leaves the passcode as it is, unless a custom one is sent. */
      pass_code_option: optionalText,
      custom_pass_code: v.pipe(optionalText, v.maxLength(100)),
      /** Counted from now. */
      expiration_days: changedDays,
      restore_limit: optionalText,
      limit_count: optionalText,
      /** '' goes back to the name of the first file or folder. */
      title: v.optional(v.pipe(v.string(), v.maxLength(500))),
      ...linkTerms,
      /** Stops the link for now, or opens it again. */
      paused: v.optional(v.boolean()),
    }),
    /** Ours: the link as the page of links shows it. */
    output: ownLink,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Changes the terms of a link, stops it or opens it again; what is left out stays',
  }),
  removeOne: endpoint({
    id: 'share.removeOne',
    method: 'DELETE',
    path: '/drive/v1/share/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ id: requiredText }),
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Cancels a link at once',
  }),
  sender: endpoint({
    id: 'share.sender',
    method: 'GET',
    path: '/drive/v1/share/sender',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: sender,
    errors: ['unauthenticated'],
    summary: "The name that visitors of the caller's links read",
  }),
  setSender: endpoint({
    id: 'share.setSender',
    method: 'PATCH',
    path: '/drive/v1/share/sender',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    /**
     * '' stays masked, and is an answer: it is not asked again. A refused name has its `reason`: empty, too_long (40 characters),
     * address, link, phone, product, role, script, removed (by an operator).
     */
    body: v.object({ nickname: v.pipe(optionalText, v.maxLength(TYPED_NAME_MAX_CHARS)) }),
    output: sender,
    errors: ['unauthenticated', 'invalid_argument'],
    summary: "Chooses the name that visitors of the caller's links read, on existing links too",
  }),
  mailLink: endpoint({
    id: 'share.mailLink',
    method: 'POST',
    path: '/drive/v1/share:mail',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ share_id: requiredText, email: v.pipe(requiredText, v.maxLength(MAX_PASTED_CHARS)) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'not_found', 'too_many_requests'],
    summary: 'Sends an open link of the caller to one mail address, in a fixed text with the public name of the caller',
  }),
} as const;
