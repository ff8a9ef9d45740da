/** The viewer on pages of shares: walks through the rows of the list, reads later pages, and asks for the link of a file when it is shown. */

import type { EventHub } from '#client/api/events.ts';
import { startDownload } from '#client/navigation/start-download.ts';
import { PreviewError } from '#client/preview/preview-error.ts';
import type { PreviewHost, PreviewItem } from '#client/preview/preview-types.ts';
import { loadTexts } from '#client/preview/texts.ts';
import { openViewer } from '#client/preview/viewer.ts';
import type { OutputOf } from '#shared/contract.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';
import { shareContract } from '#shared/share/contract.ts';
import { makeShareArchives } from './share-archives.ts';
import { callShare, Refusal, shareOfPage } from './share-call.ts';

const PAGE_TIMEOUT_MS = 20_000;

/** A file as the server has it now. */
interface FreshFile {
  readonly item: PreviewItem;
  readonly link: string;
  readonly hash: string;
}

/** XMLHttpRequest parses an answer as an inert document; parsing text would need a Trusted Types policy. */
function readPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (problem: 'failed' | 'offline') => reject(new PreviewError(navigator.onLine ? problem : 'offline'));
    request.open('GET', address);
    request.responseType = 'document';
    request.timeout = PAGE_TIMEOUT_MS;
    request.onload = () => (request.responseXML ? resolve(request.responseXML) : fail('failed'));
    request.onerror = () => fail('offline');
    request.ontimeout = () => fail('failed');
    request.send();
  });
}

/** A name without the marks that isolate it in a line. */
function plainName(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}

function itemOfRow(link: HTMLAnchorElement): PreviewItem {
  const { bytes = '0', mime = '' } = link.dataset;
  const row = link.closest('li') ?? link.closest('[data-shared-list]');
  const time = Date.parse(row?.querySelector('time')?.dateTime ?? '');
  return {
    id: previewIdOf(link.search),
    name: plainName(link.textContent),
    mime,
    sizeBytes: Number(bytes),
    modifiedMs: Number.isNaN(time) ? null : time,
  };
}

/** Links with the names of files; the picture of a file is another link to it. */
function linksOf(page: Document): readonly HTMLAnchorElement[] {
  return [...page.querySelectorAll<HTMLAnchorElement>('[data-shared-list] a[data-bytes]:not(.stage-link)')];
}

function itemsOf(page: Document): readonly PreviewItem[] {
  return linksOf(page).map(itemOfRow);
}

function rowOfFile(page: Document, fileId: string): HTMLAnchorElement | undefined {
  return linksOf(page).find((row) => previewIdOf(row.search) === fileId);
}

function nextOf(page: Document): string {
  return page.querySelector<HTMLAnchorElement>('a[rel="next"][href]')?.getAttribute('href') ?? '';
}

/** One file of the share with its link; null where the share has no such file. @throws PreviewError */
async function readFile(page: Document, fileId: string): Promise<FreshFile | null> {
  const { path } = shareContract.batchFileInfo;
  const body = { ...shareOfPage(page), file_ids: [fileId] };
  try {
    const answer = await callShare<OutputOf<typeof shareContract.batchFileInfo>>(path, body);
    const [file] = answer.file_infos;
    if (!file?.web_content_link) return null;
    const { name, mime, sizeBytes, modifiedMs } = rowOf(file);
    return { item: { id: fileId, name, mime, sizeBytes, modifiedMs }, link: file.web_content_link, hash: file.hash };
  } catch (error) {
    if (error instanceof Refusal) throw new PreviewError('failed', error.sentence, { cause: error });
    throw error;
  }
}

export async function openShareViewer(
  page: Document,
  events: EventHub,
  id: string,
  isInAddress: boolean,
): Promise<void> {
  const texts = await loadTexts(page.documentElement.lang);
  const items: PreviewItem[] = [...itemsOf(page)];
  const links = new Map<string, string>();
  let next = nextOf(page);
  let loading: Promise<void> | null = null;

  async function readMore(): Promise<void> {
    try {
      const fresh = await readPage(next);
      const known = new Set(items.map((item) => item.id));
      items.push(...itemsOf(fresh).filter((item) => !known.has(item.id)));
      next = nextOf(fresh);
    } catch (error) {
      // The files that are loaded stay; the list has its own link to the next page.
      next = '';
      console.warn('more files', error);
    }
  }

  const host: PreviewHost = {
    userId: '',
    ...texts,
    events,
    items: () => items,
    hasMore: () => next !== '',
    more: () => {
      loading ??= (next === '' ? Promise.resolve() : readMore()).finally(() => {
        loading = null;
      });
      return loading;
    },
    find: async (fileId) => {
      const fresh = await readFile(page, fileId);
      if (fresh) links.set(fileId, fresh.link);
      return fresh?.item ?? null;
    },
    link: async (item, isFresh) => {
      const known = links.get(item.id);
      if (known !== undefined && !isFresh) return known;
      const fresh = await readFile(page, item.id);
      if (!fresh) throw new PreviewError('gone');
      links.set(item.id, fresh.link);
      return fresh.link;
    },
    checksum: async (item) => (await readFile(page, item.id))?.hash ?? '',
    download: (item) => {
      host.link(item, true).then(startDownload, (error: unknown) => console.warn('download', error));
    },
    downloadFrom: startDownload,
    ...makeShareArchives(page),
    opened: () => undefined,
    played: () => undefined,
    place: ({ id }) => {
      const link = rowOfFile(page, id);
      return link?.closest('li, [data-shared-list]')?.querySelector('img, .kind') ?? link ?? null;
    },
    closed: (item) => {
      const link = item && rowOfFile(page, item.id);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: 'nearest' });
    },
  };
  openViewer(host, { id, isInAddress });
}
