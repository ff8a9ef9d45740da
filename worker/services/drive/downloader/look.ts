/** The files of a torrent before it is fetched: `resource/list` of a magnet link or a .torrent file. */
import type { Resource } from '#shared/drive/fetch/tasks.contract.ts';
import { FILE_SCHEME } from '#shared/drive/torrent/file-address.ts';
import { readMagnet } from '#shared/drive/torrent/magnet.ts';
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { DownloadKind } from '../fetch/rpc-types.ts';
import { driveName } from '../keys.ts';
import type { treePart } from '../tree/part.ts';
import { findTorrent } from './find-torrent.ts';

/** Longest wait for the files of a magnet link; a task waits longer. */
const WAIT_MS = 12 * SECOND_MS;
const PAUSE_MS = 500;

function resourceOf(given: string, hash: string, more: Partial<Resource>): Resource {
  const meta = { hash, status: 'OK' as const, url: given, error: '' };
  return { name: '', is_dir: false, file_size: '0', file_count: 1, meta, dir: null, ...more };
}

/**
 * @returns status UNKNOWN while no one was found who has the files of a magnet link
 * @throws FetchFailed, OutgoingError, DownloaderError; AppError for a file of the drive that is not there
 */
export async function lookIntoTorrent(
  deps: DriveDeps,
  caller: Caller,
  given: string,
  { kind, url }: { readonly kind: DownloadKind; readonly url: string },
): Promise<Resource> {
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const isStored = kind === 'file';
  const stored = isStored ? unwrap(await drive.storedFile(callerData(caller), url.slice(FILE_SCHEME.length))) : null;
  const source = { kind, url, manifest: stored?.manifest ?? null };
  const untilMs = deps.clock.nowMs() + WAIT_MS;
  let found = await findTorrent(deps, driveName(caller.userId), source);
  while (!found && deps.clock.nowMs() < untilMs) {
    await sleep(PAUSE_MS);
    found = await findTorrent(deps, driveName(caller.userId), source);
  }
  if (!found) {
    const magnet = readMagnet(url);
    const meta = { hash: magnet?.infoHash ?? '', status: 'UNKNOWN' as const, url: given, error: '' };
    return resourceOf(given, '', { name: magnet?.name ?? '', is_dir: true, file_count: 0, meta });
  }
  const { torrent, infoHash } = found;
  const resources = torrent.files.map(({ index, path, sizeBytes }) => ({
    index,
    name: path.join('/'),
    is_dir: false,
    file_size: String(sizeBytes),
  }));
  return resourceOf(given, infoHash, {
    name: torrent.name,
    is_dir: !torrent.isSingle,
    file_size: String(torrent.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
    file_count: resources.length,
    dir: torrent.isSingle ? null : { resources },
  });
}
