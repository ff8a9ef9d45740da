/** The first request of every client: the fields of the document `basic`. */
import * as v from 'valibot';
import { maybePageAddress } from './page-address.ts';

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;
/** One plain address, of letters that a `mailto:` takes as they are. */
const MAIL = /^[A-Za-z0-9.!$*+/=^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** Marks of texts that hold the name, and characters that hide or turn others. */
const NOT_IN_NAMES = /[{}<>[\]`*\\|#\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

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
      v.metadata({ as: 'moment' }),
    ),
    '',
  );

export const basicSchema = v.object({
  product_name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(40),
    v.check(
      (text) => text.trim() === text && !NOT_IN_NAMES.test(text),
      'must be a plain name without marks and blanks around it',
    ),
    v.title('Name of the service'),
    v.description('The name of this service, on pages, in letters, apps and other clients.'),
  ),
  support_email: v.pipe(
    v.string(),
    v.maxLength(254),
    v.check((text) => text === '' || MAIL.test(text), 'must be an address such as help@example.com, or empty'),
    v.title('Support email'),
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
      'For apps: client, such as android, and the oldest of its versions that still works, such as 1.2.0. Our own pages are never older than the server.',
    ),
    v.title('Oldest versions'),
    v.metadata({ entry: 'Version', name: 'Client' }),
  ),
  blog: v.pipe(v.boolean(), v.title('There is a blog'), v.description('At the subdomain “blog.” of this site.')),
  try_link: v.optional(
    maybePageAddress(
      'A shared link that visitors of the first page may look at before they have an account: its path, such as /s/<id>; empty for none.',
    ),
    '',
  ),
  offline_page: v.pipe(
    v.boolean(),
    v.title('Offline page'),
    v.description(
      'Whether browsers keep a page for the time without a network. Off: service workers end themselves when a page asks next.',
    ),
  ),
  notice: v.pipe(
    v.string(),
    v.maxLength(500),
    v.metadata({ as: 'paragraph' }),
    v.description(
      'A sentence for everybody, such as a planned pause; empty for none. Our pages show it as a line at the top, until it is closed; another sentence is shown again. Variants for languages hold everywhere, a share of the users where a page knows who looks, as the drive does.',
    ),
  ),
  notice_link: v.optional(
    maybePageAddress('Where more is told about the notice: a path of ours that begins with /, or an https address.'),
    '',
  ),
  notice_start: moment('First moment of the notice; empty: at once.'),
  notice_end: moment('First moment without the notice; empty: when it is taken back.'),
});

export type Basic = v.InferOutput<typeof basicSchema>;
