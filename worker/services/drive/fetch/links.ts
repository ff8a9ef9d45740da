/** Addresses as people type them: what kind they are, and whether they are fetched here. Pure. */

import { FILE_SCHEME } from '#shared/drive/torrent/file-address.ts';
import { isMagnet, readMagnet, writeMagnet } from '#shared/drive/torrent/magnet.ts';
import { AppError } from '#shared/errors.ts';
import type { Downloader, DownloadScheme } from '#worker/platform/downloader/port.ts';
import { checkOutgoing, isTooLong, type OutgoingDeps } from '#worker/platform/outgoing/outgoing.ts';
import type { DownloadKind } from './rpc-types.ts';

/** A readable address of a kind that is fetched. */
export interface FetchLink {
  readonly kind: 'http' | DownloadKind;
  readonly url: string;
}

export interface LinkDeps {
  readonly outgoing: OutgoingDeps;
  readonly downloader: Pick<Downloader, 'schemes'>;
}

/** Address of a file in the drive. */
const FILE = new RegExp(`^${FILE_SCHEME}[\\w-]{1,64}$`);

function unsupported(reason: string): AppError {
  return new AppError('task_url_unsupported', { reason, field: 'url' });
}

/** Addresses that the downloader takes; null for any other. @throws AppError task_url_unsupported, task_url_resolve_error */
function readForDownloader({ outgoing, downloader }: LinkDeps, text: string): FetchLink | null {
  const requireScheme = (scheme: DownloadScheme): void => {
    if (downloader.schemes.includes(scheme)) return;
    const messageKey = 'drive.tasks.reason.no_downloader';
    throw new AppError('task_url_unsupported', { reason: 'no_downloader', field: 'url', messageKey });
  };
  if (isMagnet(text)) {
    requireScheme('magnet');
    const magnet = readMagnet(text);
    if (!magnet) throw new AppError('task_url_resolve_error', { reason: 'malformed', field: 'url' });
    return { kind: 'magnet', url: writeMagnet(magnet) };
  }
  if (FILE.test(text)) {
    requireScheme('torrent');
    return { kind: 'file', url: text };
  }
  if (!/^ftp:/i.test(text) || !URL.canParse(text)) return null;
  requireScheme('ftp');
  const { username, port, host, href } = new URL(text);
  // aria2 sends the path as lines of ftp, decoded: each of these would begin a command.
  if (/%(?:0a|0d|00)/i.test(href)) throw new AppError('task_url_resolve_error', { reason: 'malformed', field: 'url' });
  if (username !== '' || port !== '' || !checkOutgoing(outgoing, `http://${host}/`))
    throw unsupported('address_not_allowed');
  return { kind: 'ftp', url: href };
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `example.com/file`, as people copy it from a page. */
const BARE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/** @throws AppError task_url_resolve_error, task_url_unsupported */
export function readLink(deps: LinkDeps, given: string): FetchLink {
  const typed = given.trim();
  const text = !SCHEME.test(typed) && BARE.test(typed) ? `https://${typed}` : typed;
  const taken = readForDownloader(deps, text);
  if (taken) return taken;
  if (!URL.canParse(text)) throw new AppError('task_url_resolve_error', { reason: 'malformed', field: 'url' });
  if (!/^https?:/i.test(text)) throw unsupported('no_downloader');
  if (isTooLong(new URL(text))) throw new AppError('task_url_resolve_error', { reason: 'too_long', field: 'url' });
  const url = checkOutgoing(deps.outgoing, text);
  if (!url) throw unsupported('address_not_allowed');
  const isTorrent = /\.torrent$/i.test(url.pathname) && deps.downloader.schemes.includes('torrent');
  return { kind: isTorrent ? 'torrent' : 'http', url: url.href };
}
