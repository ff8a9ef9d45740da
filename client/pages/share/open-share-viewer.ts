/** The viewer on pages of shares: walks through the rows of the list, reads later pages and renews links from the page itself. */
import type { EventHub } from '#client/api/events.ts';
import { PreviewError } from '#client/preview/preview-error.ts';
import type { PreviewHost, PreviewItem } from '#client/preview/preview-types.ts';
import { loadTexts } from '#client/preview/texts.ts';
import { openViewer } from '#client/preview/viewer.ts';
import { withPreview } from '#shared/navigation/preview.ts';
import { makeShareArchives } from './share-archives.ts';

const PAGE_TIMEOUT_MS = 20_000;

interface SharedItem extends PreviewItem {
  /** '' where the row has none. */
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

function itemOfRow(link: HTMLElement): SharedItem {
  const { file = '', bytes = '0', mime = '' } = link.dataset;
  const row = link.closest('li');
  const time = Date.parse(row?.querySelector('time')?.dateTime ?? '');
  return {
    id: file,
    name: plainName(link.textContent),
    mime,
    sizeBytes: Number(bytes),
    modifiedMs: Number.isNaN(time) ? null : time,
    link: row?.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '',
    hash: '',
  };
}

function itemsOf(page: Document): readonly SharedItem[] {
  return [...page.querySelectorAll<HTMLElement>('[data-shared-list] a[data-file]')].map(itemOfRow);
}

function nextOf(page: Document): string {
  return page.querySelector<HTMLAnchorElement>('a[rel="next"][href]')?.getAttribute('href') ?? '';
}

/** The file that the address of a page names. */
function previewedOf(page: Document): SharedItem | null {
  const block = page.querySelector<HTMLElement>('[data-previewed]');
  if (!block) return null;
  const { previewed = '', name = '', mime = '', bytes = '0', modified = '0', hash = '', link = '' } = block.dataset;
  return { id: previewed, name, mime, sizeBytes: Number(bytes), modifiedMs: Number(modified), hash, link };
}

function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

export async function openShareViewer(
  page: Document,
  events: EventHub,
  id: string,
  isInAddress: boolean,
): Promise<void> {
  const texts = await loadTexts(page.documentElement.lang);
  const items: SharedItem[] = [...itemsOf(page)];
  let next = nextOf(page);
  let loading: Promise<void> | null = null;

  /** The page of one file, as the server sends it now. @throws PreviewError */
  async function readFile(fileId: string): Promise<SharedItem | null> {
    const fresh = await readPage(withPreview(location.pathname + location.search, fileId));
    if (!fresh.querySelector('[data-shared-list]')) throw new PreviewError('closed');
    return previewedOf(fresh);
  }

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
    find: readFile,
    link: async (item, isFresh) => {
      const known = items.find((one) => one.id === item.id)?.link ?? '';
      if (known !== '' && !isFresh) return known;
      const fresh = await readFile(item.id);
      if (!fresh) throw new PreviewError('gone');
      return fresh.link;
    },
    checksum: async (item) => (await readFile(item.id))?.hash ?? '',
    download: (item) => {
      host.link(item, true).then(startDownload, (error: unknown) => console.warn('download', error));
    },
    downloadFrom: startDownload,
    ...makeShareArchives(page),
    opened: () => undefined,
    played: () => undefined,
    closed: (item) => {
      const link = item && page.querySelector<HTMLElement>(`a[data-file="${CSS.escape(item.id)}"]`);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: 'nearest' });
    },
  };
  openViewer(host, { id, isInAddress });
}
