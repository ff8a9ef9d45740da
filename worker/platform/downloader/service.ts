/** The downloader over the `DOWNLOADER` binding: the Node side of one machine (scripts/start/downloader/service.ts). */
import * as v from 'valibot';
import { SECOND_MS } from '#shared/units.ts';
import { type Downloader, DownloaderError, type DownloadScheme, MAX_ANSWER_BYTES } from './port.ts';

export interface DownloaderBindings {
  /** Bound where a downloader is configured. */
  readonly DOWNLOADER?: Pick<Fetcher, 'fetch'>;
  /** Comma-separated kinds of addresses that it takes. */
  readonly DOWNLOADER_SCHEMES?: string;
}

const CALL_MS = 60 * SECOND_MS;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const statusSchema = v.object({
  phase: v.picklist(['unknown', 'metadata', 'active', 'complete', 'failed']),
  failure: v.nullable(v.picklist(['busy', 'too_large', 'refused', 'unreachable', 'not_found', 'internal'])),
  doneBytes: count,
  totalBytes: count,
  bytesPerSecond: count,
  connections: count,
});

const SCHEMES: readonly DownloadScheme[] = ['magnet', 'torrent', 'ftp'];

/** @throws DownloaderError from each of its calls */
export function makeDownloader({
  DOWNLOADER: service,
  DOWNLOADER_SCHEMES: named = '',
}: DownloaderBindings): Downloader {
  const given = named.split(',');

  async function call(path: string, query: Record<string, string>, body: BodyInit | null): Promise<Response> {
    if (!service) throw new DownloaderError('there is no downloader');
    const address = `http://downloader/${path}?${new URLSearchParams(query)}`;
    const signal = AbortSignal.timeout(CALL_MS);
    const answer = await service.fetch(address, { method: 'POST', body, signal }).catch((error: unknown) => {
      throw new DownloaderError('no answer', { cause: error });
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new DownloaderError(`it answered ${answer.status}`);
  }

  async function bytesOf(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > maxBytes) throw new DownloaderError('the answer is too long');
    return bytes;
  }

  async function statusOf(answer: Response) {
    const parsed = v.safeParse(statusSchema, await answer.json().catch(() => null));
    if (!parsed.success) throw new DownloaderError('the answer is no status');
    return parsed.output;
  }

  const order = async (path: string, id: string): Promise<void> => {
    await (await call(path, { id }, null)).body?.cancel();
  };

  return {
    schemes: service ? SCHEMES.filter((one) => given.includes(one)) : [],
    add: async (id, address) => statusOf(await call('add', { id }, address)),
    files: async (id) => bytesOf(await call('files', { id }, null), MAX_ANSWER_BYTES),
    // The numbers go before the file: those of ten thousand files are more than an address may have.
    choose: async ({ id, torrent, files, sizeBytes }) =>
      statusOf(await call('choose', { id, size: String(sizeBytes) }, new Blob([`${files.join('.')}\n`, torrent]))),
    status: async (id) => statusOf(await call('status', { id }, null)),
    pause: (id) => order('pause', id),
    remove: (id) => order('remove', id),
    finish: (id) => order('finish', id),
    async read(id, file, start, length) {
      const query = { id, file: String(file), start: String(start), length: String(length) };
      const bytes = await bytesOf(await call('read', query, null), length);
      if (bytes && bytes.length !== length) throw new DownloaderError('the answer breaks off');
      return bytes;
    },
  };
}
