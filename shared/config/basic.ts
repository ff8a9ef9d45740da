/** The first request of every client: the fields of the document `basic`. */
import * as v from 'valibot';
import { maybePageAddress } from './page-address.ts';

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;
/** One plain address, of letters that a `mailto:` takes as they are. */
const MAIL = /^[A-Za-z0-9.!$*+/=^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** A moment, or '' for none. */
const moment = (says: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) =>
          text === '' || (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))),
        'must be a time such as 2026-12-24T00:00:00Z',
      ),
      v.description(says),
    ),
    '',
  );

export const basicSchema = v.object({
  product_name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(40),
    v.description(
      'What apps and other clients call the product. Our own pages do not ask: the name stands in their texts.',
    ),
  ),
  support_email: v.pipe(
    v.string(),
    v.maxLength(254),
    v.check((text) => text === '' || MAIL.test(text), 'must be an address such as help@example.com, or empty'),
    v.description(
      'Where people write when nothing else helps; empty for nowhere. Our pages show it beside the contact form and where something failed.',
    ),
  ),
  oldest_versions: v.pipe(
    v.record(
      v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
      v.pipe(v.string(), v.regex(VERSION, 'must be a version such as 1.2.0')),
    ),
    v.description(
      'For apps: client and the oldest of its versions that still works, such as "android": "1.2.0". Our own pages are never older than the server.',
    ),
  ),
  blog: v.pipe(v.boolean(), v.description('Whether there is a blog at the subdomain `blog.` of this site.')),
  offline_page: v.pipe(
    v.boolean(),
    v.description(
      'Whether browsers keep a page for the time without a network. Off: service workers end themselves when a page asks next.',
    ),
  ),
  notice: v.pipe(
    v.string(),
    v.maxLength(500),
    v.description(
      'A sentence for everybody, such as a planned pause; empty for none. Our pages show it as a line at the top, until it is closed; another sentence is shown again. Variants for languages hold everywhere, a share of the users where a page knows who looks, as the drive does.',
    ),
  ),
  notice_link: v.optional(
    maybePageAddress('Where more is told about the notice: a path of ours that begins with /, or an https address.'),
    '',
  ),
  notice_start: moment('First moment of the notice, RFC 3339; empty: at once.'),
  notice_end: moment('First moment without the notice, RFC 3339; empty: when it is taken back.'),
});

export type Basic = v.InferOutput<typeof basicSchema>;
