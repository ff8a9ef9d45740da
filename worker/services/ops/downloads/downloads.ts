/** Downloads of the installation: addresses and counts. No data of a visitor is stored. */
import { valueFor } from '#shared/config/config-document.ts';
import { unwrap } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { DownloadCount } from '#shared/ops/inbox.contract.ts';
import { DOWNLOAD_TARGETS, type Downloads, type DownloadTarget } from '#shared/site/downloads.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { type DeskObjects, deskOf } from '../desk/desk-part.ts';
import { COUNTS_FRESH_MS, DOWNLOADS_NAME } from '../keys.ts';
import type { downloadsPart } from './part.ts';

interface DownloadDeps extends DeskObjects {
  readonly documents: Pick<ConfigService, 'live'>;
  readonly clock: Clock;
}

/** The downloads in a language; the same for all visitors. */
export async function downloads({ documents }: Pick<DownloadDeps, 'documents'>, language: Locale): Promise<Downloads> {
  return valueFor(await documents.live('external_products'), { language, client: 'web', person: '' }) as Downloads;
}

/**
 * The address of a target; counts the download. A failure of the count does not stop the download.
 * @returns '' when there is no such download
 */
export async function openDownload(
  deps: Omit<DownloadDeps, 'clock'>,
  target: DownloadTarget,
  language: Locale,
): Promise<string> {
  const download = (await downloads(deps, language))[target];
  if (!download) return '';
  try {
    unwrap(await deskOf<typeof downloadsPart>(deps, DOWNLOADS_NAME).countDownload(target));
  } catch (error) {
    logError('download.count', error, { target });
  }
  return download.url;
}

/** Counts, cached in this isolate for a minute: frequent callers cost no call to the object. */
export function makeDownloadCounts(deps: Pick<DownloadDeps, 'inbox' | 'clock'>) {
  let counts: Readonly<Record<string, number>> = {};
  let loadedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = deps.clock.nowMs();
    if (nowMs - loadedMs >= COUNTS_FRESH_MS) {
      counts = unwrap(await deskOf<typeof downloadsPart>(deps, DOWNLOADS_NAME).downloads());
      loadedMs = nowMs;
    }
    return counts;
  };
}

/** Targets that are offered, with counts at most a minute old. */
export async function downloadStatistics(
  parts: Pick<DownloadDeps, 'documents'> & { downloadCounts(): Promise<Readonly<Record<string, number>>> },
  call: CallContext,
): Promise<{ data: DownloadCount[] }> {
  const [offered, counted] = await Promise.all([downloads(parts, call.locale), parts.downloadCounts()]);
  const data = DOWNLOAD_TARGETS.flatMap((target): DownloadCount[] => {
    const download = offered[target];
    if (!download) return [];
    const { url, version = '', size, sha256 = '', system = '', date = '' } = download;
    const facts = { version, size: size === undefined ? '' : String(size), sha256, system, date };
    return [{ target, url, ...facts, downloads: String(counted[target] ?? 0) }];
  });
  return { data };
}
