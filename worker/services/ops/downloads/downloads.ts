/** Downloads of the installation: the door of a target, and how often each was asked for. Nobody is written down. */
import { valueFor } from '#shared/config/config-document.ts';
import { unwrap } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { DownloadCount } from '#shared/ops/desk.contract.ts';
import { DOWNLOAD_TARGETS, type Downloads, type DownloadTarget } from '#shared/site/downloads.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { DeskDeps } from '../deps.ts';
import { COUNTS_FRESH_MS, DOWNLOAD_DESK } from '../keys.ts';

/** What is offered in a language; the same for everybody who reads it. */
export async function downloadsIn({ documents }: Pick<DeskDeps, 'documents'>, language: Locale): Promise<Downloads> {
  return valueFor(await documents.live('external_products'), { language, client: 'web', person: '' }) as Downloads;
}

/**
 * Where a target leads, counted. A desk that does not answer costs the count, not the download.
 * @returns '' when there is no such download
 */
export async function openDownload(deps: DeskDeps, target: DownloadTarget, language: Locale): Promise<string> {
  const download = (await downloadsIn(deps, language))[target];
  if (!download) return '';
  try {
    unwrap(await deps.desk.getByName(DOWNLOAD_DESK).countDownload(target));
  } catch (error) {
    logError('download.count', error, { target });
  }
  return download.url;
}

/** Counts as this isolate knows them, at most a minute old: whoever asks often asks nobody. */
export function makeCounts(deps: Pick<DeskDeps, 'desk' | 'clock'>) {
  let counts: Readonly<Record<string, number>> = {};
  let askedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = deps.clock.nowMs();
    if (nowMs - askedMs >= COUNTS_FRESH_MS) {
      counts = unwrap(await deps.desk.getByName(DOWNLOAD_DESK).downloads());
      askedMs = nowMs;
    }
    return counts;
  };
}

export async function downloadStatistics(
  deps: DeskDeps,
  counts: ReturnType<typeof makeCounts>,
  call: CallContext,
): Promise<{ data: DownloadCount[] }> {
  const [offered, opened] = await Promise.all([downloadsIn(deps, call.locale), counts()]);
  const data = DOWNLOAD_TARGETS.flatMap((target): DownloadCount[] => {
    const download = offered[target];
    if (!download) return [];
    const { url, version = '', size, sha256 = '', system = '', date = '' } = download;
    const known = { version, size: size === undefined ? '' : String(size), sha256, system, date };
    return [{ target, url, ...known, downloads: String(opened[target] ?? 0) }];
  });
  return { data };
}
