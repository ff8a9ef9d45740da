/**
 * The browser as the drive's actions see it: address, history, title, scrolling, storage, network. One fake of this makes the actions testable.
 */

import { makeLocalStore } from '#client/store/local.ts';
import { DISPLAY_MODE } from '#client/store/page-keys.ts';
import { parseCookies, readCookie, writeCookie, YEAR_SECONDS } from '#shared/cookies.ts';
import { DISPLAY_COOKIE, type DisplayMode, displayModeOf } from '#shared/drive/display.ts';
import { HEADING_ID } from './path-bar.view.tsx';

export interface DrivePage {
  /** Path and query of now. */
  address(): string;
  push(address: string, entry: unknown): void;
  replace(address: string | null, entry: unknown): void;
  /** Told of the entry the person went back or forward to. */
  onTravel(listener: (entry: unknown) => void): void;
  setTitle(title: string): void;
  scrollY(): number;
  scrollTo(y: number): void;
  /** After the next drawing: the heading of the folder. */
  focusHeading(): void;
  /** After the next drawing: the name of a thing, where it is drawn. */
  focusRow(id: string): void;
  /** The stored record, or null where there is none. */
  readDisplay(): DisplayMode | null;
  writeDisplay(record: DisplayMode): void;
  isOnline(): boolean;
  onOnline(listener: () => void): void;
  /** Starts a download without leaving the page. */
  download(url: string): void;
  nowMs(): number;
  after(ms: number, run: () => void): () => void;
  wait(ms: number): Promise<void>;
}

const kept = () => makeLocalStore(() => localStorage);

function storedDisplay(): DisplayMode | null {
  const cookie = readCookie(parseCookies(document.cookie), DISPLAY_COOKIE);
  return cookie && typeof cookie === 'object' ? displayModeOf(cookie) : kept().get(DISPLAY_MODE);
}

function storeDisplay(record: DisplayMode): void {
  const options = { maxAgeSeconds: YEAR_SECONDS, sameSite: 'strict', secure: location.protocol === 'https:' } as const;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = writeCookie(DISPLAY_COOKIE, record, options);
  // Where this fails, the cookie alone carries the choice.
  kept().set(DISPLAY_MODE, record);
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

export function browserPage(): DrivePage {
  return {
    address: () => location.pathname + location.search,
    push: (address, entry) => history.pushState(entry, '', address),
    replace: (address, entry) => history.replaceState(entry, '', address ?? undefined),
    onTravel: (listener) => addEventListener('popstate', (event) => listener(event.state)),
    setTitle: (title) => {
      document.title = title;
    },
    scrollY: () => scrollY,
    scrollTo: (y) => requestAnimationFrame(() => scrollTo({ top: y, behavior: 'instant' })),
    focusHeading: () =>
      requestAnimationFrame(() => document.getElementById(HEADING_ID)?.focus({ preventScroll: true })),
    focusRow: (id) =>
      requestAnimationFrame(() => {
        const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
        row?.scrollIntoView({ block: 'nearest' });
        row?.querySelector<HTMLElement>('[data-name]')?.focus();
      }),
    readDisplay: storedDisplay,
    writeDisplay: storeDisplay,
    isOnline: () => navigator.onLine,
    onOnline: (listener) => addEventListener('online', listener),
    download: startDownload,
    nowMs: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
