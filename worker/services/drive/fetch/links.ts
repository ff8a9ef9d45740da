/** Addresses as people type them: what kind they are, and whether they are fetched here. Pure. */
import { AppError } from '#shared/errors.ts';
import { checkOutgoing, isTooLong, type OutgoingDeps } from '#worker/platform/outgoing.ts';

/** A readable address of a kind that is fetched. */
export interface FetchLink {
  readonly url: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `example.com/file`, as people copy it from a page. */
const BARE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/** @throws AppError task_url_resolve_error, task_url_unsupported */
export function readLink(outgoing: OutgoingDeps, given: string): FetchLink {
  const typed = given.trim();
  const text = !SCHEME.test(typed) && BARE.test(typed) ? `https://${typed}` : typed;
  if (!URL.canParse(text)) throw new AppError('task_url_resolve_error', { reason: 'malformed', field: 'url' });
  if (!/^https?:/i.test(text)) throw new AppError('task_url_unsupported', { reason: 'no_downloader', field: 'url' });
  if (isTooLong(new URL(text))) throw new AppError('task_url_resolve_error', { reason: 'too_long', field: 'url' });
  const url = checkOutgoing(outgoing, text);
  if (!url) throw new AppError('task_url_unsupported', { reason: 'address_not_allowed', field: 'url' });
  return { url: url.href };
}
