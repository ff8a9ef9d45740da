/**
 * Browser APIs used by the drive's actions, behind one interface so that tests fake it once: address, history, title, scrolling,
 * storage, network.
 */

import { makeLocalStore } from '#client/browser-storage/local.ts';
import { DETAILS_PANEL, displayRecordKey, folderDisplaysRecord } from '#client/browser-storage/page-keys.ts';
import { goTo } from '#client/navigation/go.ts';
import { after, onWake } from '#client/navigation/page-events.ts';
import { startDownload } from '#client/navigation/start-download.ts';
import { keepViewerEntry } from '#client/navigation/viewer-entry.ts';
import { copyLater } from '#client/ui/copy-later.ts';
import { parseCookies, readCookie, writePageCookie, YEAR_SECONDS } from '#shared/cookies.ts';
import {
  COOKIE_FOLDER_DISPLAYS,
  type DisplayMode,
  displayKey,
  displayModeOf,
  type FolderDisplay,
  folderDisplaysKey,
  hasDisplay,
  isUnsavedDisplay,
  packFolders,
} from '#shared/drive/display.ts';
import { withParameter } from '#shared/drive/places.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';
import { HEADING_ID, type ScrollPosition } from './browser-model.ts';

/** Heading of the details panel. */
export const PANEL_HEADING_ID = 'details-heading';
/** Same value as the classes of the panel and its button. */
const WIDE_WINDOW = '(min-width: 1280px)';

/** Between the title of a page and the name of the product. */
const TITLE_END = ' · ';

export interface BrowserApi {
  /** Path and query of the page. */
  address(): string;
  /** Leaves this document. */
  go(address: string): void;
  push(address: string, entry: unknown): void;
  replace(address: string | null, entry: unknown): void;
  /** Called with the history entry that the user went back or forward to. */
  onHistoryEntry(listener: (entry: unknown) => void): void;
  /** The step of the history opened or closed the viewer over the listing. */
  isViewerStep(): boolean;
  /** @param title  without the name of the product, which the document has at its end */
  setTitle(title: string): void;
  /** The current scroll position of the listing. */
  scrollPosition(): ScrollPosition;
  scrollTo(y: number): void;
  /** After the next frame: scrolls to a stored position. */
  restoreScroll(position: ScrollPosition): Promise<void>;
  /** After the next frame: focuses the heading of the folder. */
  focusHeading(): void;
  /** After the next frame: focuses the name of a row, where it is drawn. */
  focusRow(id: string): void;
  /** The stored record, or null where there is none. */
  readDisplay(): DisplayMode | null;
  /** The record was chosen in this browser and is not saved in the account yet. */
  isDisplayUnsaved(): boolean;
  writeDisplay(record: DisplayMode, isUnsaved: boolean): void;
  readFolderDisplays(): readonly FolderDisplay[];
  writeFolderDisplays(folders: readonly FolderDisplay[]): void;
  /** State of the current history entry. */
  entry(): unknown;
  /** The window is wide enough for the details panel. */
  isWide(): boolean;
  /** Whether the details panel was open when it was last used. */
  readPanel(): boolean;
  writePanel(isOpen: boolean): void;
  /** After the next frame: focuses the heading of the details panel. */
  focusPanel(): void;
  isOnline(): boolean;
  onOnline(listener: () => void): void;
  /** The window is visible. */
  isVisible(): boolean;
  /** Called when the window becomes visible or the network returns. */
  onWake(listener: () => void): void;
  /** Starts a download without leaving the page. */
  download(url: string): void;
  /** Copies a text that is still being made; call it inside the gesture. @throws when the browser refuses */
  copy(text: Promise<string>): Promise<void>;
  nowMs(): number;
  after(ms: number, run: () => void): () => void;
  wait(ms: number): Promise<void>;
}

const store = () => makeLocalStore(() => localStorage);

/** Writes a cookie for a year, for this site alone. */
function writeStrictCookie(name: string, value: unknown): void {
  writePageCookie(document, name, value, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'strict' });
}

/** This user's record; where there is none yet, the one that was last chosen in this browser. */
function storedDisplay(userId: string): DisplayMode | null {
  const cookie = displayCookie(userId);
  if (hasDisplay(cookie)) return displayModeOf(cookie);
  return store().get(displayRecordKey(userId)) ?? store().get(displayRecordKey(''));
}

function displayCookie(userId: string): unknown {
  return readCookie(parseCookies(document.cookie), displayKey(userId));
}

function storeDisplay(userId: string, record: DisplayMode, isUnsaved: boolean): void {
  writeStrictCookie(displayKey(userId), isUnsaved ? { ...record, isUnsaved } : record);
  // Where this fails, the cookie alone stores the choice.
  store().set(displayRecordKey(userId), record);
  store().set(displayRecordKey(''), record);
}

function storeFolders(userId: string, folders: readonly FolderDisplay[]): void {
  writeStrictCookie(folderDisplaysKey(userId), packFolders(folders.slice(0, COOKIE_FOLDER_DISPLAYS)));
  store().set(folderDisplaysRecord(userId), folders);
}

/** A page without its header stays so: the embedding page shows its own. */
function framed(address: string): string {
  const parameter = /[?&](hide_header=[^&]*)/.exec(location.search)?.[1];
  return parameter && !address.includes('hide_header=') ? withParameter(address, parameter) : address;
}

function currentScrollPosition(): ScrollPosition {
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const first = [...document.querySelectorAll<HTMLElement>('[data-listing] [data-index]')]
    .map((line) => ({ index: Number(line.dataset['index']), box: line.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top)
    .toSorted((a, b) => a.index - b.index)[0];
  return {
    top: scrollY,
    index: first?.index ?? -1,
    offset: Math.round(first?.box.top ?? 0),
    focus: document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '',
  };
}

/** The language menu links to the open folder, not to the one the page was loaded with. */
function followLanguages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-part="languages"] a[hreflang]'))
    link.href = `/${link.hreflang}${location.pathname}${location.search}`;
}

/** Frames to wait for an element whose code may load first. */
const MAX_FRAMES = 120;

function focusWhenDrawn(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (element) element.focus({ preventScroll: true });
    else if (frames > 0) focusWhenDrawn(id, frames - 1);
  });
}

/** New rows are drawn within some frames; after that the heading gets the focus. */
const MAX_ROW_FRAMES = 12;

function focusRowSoon(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
    if (!row && frames > 0) {
      focusRowSoon(id, frames - 1);
      return;
    }
    row?.scrollIntoView({ block: 'nearest' });
    const name = row?.querySelector<HTMLElement>('[data-name]');
    if (name) name.focus();
    else if (document.activeElement === document.body)
      document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  });
}

/** @param userId  whose records are stored; '' for no user */
export function makeBrowserApi(userId: string): BrowserApi {
  return {
    address: () => location.pathname + location.search,
    go: (address) => void goTo(framed(address), { origin: location.origin, load: (target) => location.assign(target) }),
    push: (address, entry) => {
      history.pushState(entry, '', framed(address));
      followLanguages();
    },
    replace: (address, entry) => {
      // The position is stored while the viewer may be over the list.
      if (address === null) history.replaceState(keepViewerEntry(entry, history.state), '');
      else history.replaceState(entry, '', framed(address));
      if (address !== null) followLanguages();
    },
    onHistoryEntry: (listener) => {
      // The rows of a position load after the page, so the browser cannot restore it.
      history.scrollRestoration = 'manual';
      addEventListener('popstate', (event) => {
        listener(event.state);
        followLanguages();
      });
    },
    isViewerStep: () => document.documentElement.hasAttribute('data-viewer') || previewIdOf(location.search) !== '',
    setTitle: (title) => {
      const end = document.title.lastIndexOf(TITLE_END);
      document.title = end < 0 ? title : title + document.title.slice(end);
    },
    scrollPosition: currentScrollPosition,
    scrollTo: (y) => requestAnimationFrame(() => scrollTo({ top: y, behavior: 'instant' })),
    restoreScroll: async (position) => (await import('./selection/scroll-position.ts')).restoreScroll(position),
    focusHeading: () =>
      requestAnimationFrame(() => document.getElementById(HEADING_ID)?.focus({ preventScroll: true })),
    focusRow: (id) => focusRowSoon(id, MAX_ROW_FRAMES),
    readDisplay: () => storedDisplay(userId),
    isDisplayUnsaved: () => isUnsavedDisplay(displayCookie(userId)),
    writeDisplay: (record, isUnsaved) => storeDisplay(userId, record, isUnsaved),
    readFolderDisplays: () => store().get(folderDisplaysRecord(userId)) ?? [],
    writeFolderDisplays: (folders) => storeFolders(userId, folders),
    entry: () => history.state as unknown,
    isWide: () => matchMedia(WIDE_WINDOW).matches,
    readPanel: () => store().get(DETAILS_PANEL) === true,
    writePanel: (isOpen) => store().set(DETAILS_PANEL, isOpen),
    focusPanel: () => focusWhenDrawn(PANEL_HEADING_ID, MAX_FRAMES),
    isOnline: () => navigator.onLine,
    onOnline: (listener) => addEventListener('online', listener),
    isVisible: () => document.visibilityState === 'visible',
    onWake,
    download: startDownload,
    copy: copyLater,
    nowMs: () => Date.now(),
    after,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
