/** Names and sizes behind addresses, before anything is fetched. A person may look at a few hundred a day: each is a request of ours. */
import type { Resource } from '#shared/drive/fetch/tasks.contract.ts';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { DownloaderError } from '#worker/platform/downloader/port.ts';
import { OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { lookIntoTorrent } from '../downloader/look.ts';
import { freeFetchLimits } from '../entitlement/free-plan.ts';
import { askFile } from '../fetch/ask-file.ts';
import { FetchFailed } from '../fetch/fetch-failed.ts';
import { readLink } from '../fetch/links.ts';
import type { fetchPart } from '../fetch/part.ts';
import { readHead } from '../fetch/rules.ts';

/** Longest look at one address. */
const LOOK_MS = 10 * SECOND_MS;
/** Addresses looked at at a time. */
const LANES = 4;

function resourceOf(url: string, found: { name?: string; sizeBytes?: number | null; error?: string }): Resource {
  const { name = '', sizeBytes = null, error = '' } = found;
  const status = error !== '' ? 'ERROR' : sizeBytes === null ? 'UNKNOWN' : 'OK';
  return {
    name,
    is_dir: false,
    file_size: String(sizeBytes ?? 0),
    file_count: 1,
    meta: { hash: '', status, url, error },
    dir: null,
  };
}

async function look(deps: DriveDeps, caller: Caller, given: string): Promise<Resource> {
  const { outgoing } = deps;
  try {
    const { kind, url } = readLink(deps, given);
    if (kind === 'ftp') return resourceOf(given, {});
    if (kind !== 'http') return await lookIntoTorrent(deps, caller, given, { kind, url });
    const signal = AbortSignal.timeout(LOOK_MS);
    const answer = await askFile(outgoing, url, { offset: 0, lastByte: 0, validator: '', signal });
    answer.close();
    await answer.body?.cancel().catch(() => undefined);
    const decision = readHead(answer, 0);
    return resourceOf(given, decision.ok ? decision.head : { error: decision.reason });
  } catch (error) {
    if (error instanceof FetchFailed) return resourceOf(given, { error: error.reason });
    if (error instanceof DownloaderError) return resourceOf(given, { error: 'unreachable' });
    if (error instanceof OutgoingError) return resourceOf(given, { error: error.reason });
    if (isAppError(error)) {
      const hasNone = error.detail?.messageKey === 'drive.tasks.reason.no_downloader';
      return resourceOf(given, { error: hasNone ? 'no_downloader' : error.errorName });
    }
    throw error;
  }
}

/** @throws AppError resource_exhausted; task_url_unsupported or task_url_resolve_error for one address alone */
export async function resourceList(deps: DriveDeps, caller: Caller, urls: readonly string[]): Promise<Resource[]> {
  const [only] = urls;
  if (only === undefined) throw new AppError('invalid_argument', { field: 'urls' });
  if (urls.length === 1) readLink(deps, only);
  const limits = await freeFetchLimits(deps);
  const drive = driveOf<typeof fetchPart>(deps, caller.userId);
  unwrap(await drive.fetchLook(callerData(caller), urls.length, limits));
  const found: Resource[] = [];
  const left = urls.entries();
  const lane = async (): Promise<void> => {
    for (const [at, url] of left) found[at] = await look(deps, caller, url);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

/** Without a person no server is asked: only whether the address is of a kind that is fetched. */
export function resourceStatus(deps: DriveDeps, url: string): { status: 'UNKNOWN' | 'ERROR' } {
  try {
    readLink(deps, url);
    return { status: 'UNKNOWN' };
  } catch (error) {
    if (isAppError(error)) return { status: 'ERROR' };
    throw error;
  }
}
