/**
 * Stores the display choices of a visitor for shares: in a cookie, which the server reads, and in local storage, which fills an empty
 * cookie. Source: spec section 3 "Display mode record", section 4 "Display mode persistence".
 */
import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore, type TextStorage } from '#client/browser-storage/local.ts';
import { SHARED_DISPLAY } from '#client/browser-storage/page-keys.ts';
import { hasDisplay, type SharedDisplayMode, sharedDisplayOf } from '#shared/drive/display.ts';

export interface SharedDisplayStore {
  /** Stores a choice; the rest of the record stays. */
  choose(change: Readonly<Record<string, unknown>>): void;
}

/** @param page  `document`, for its cookies */
export function makeSharedDisplayStore(page: { cookie: string }, storage: () => TextStorage): SharedDisplayStore {
  const jar = makeCookieJar(page);
  const store = makeLocalStore(storage);

  function write(record: SharedDisplayMode): void {
    jar.set(COOKIE.sharedDisplay, record);
    store.set(SHARED_DISPLAY, record);
  }

  function read(): SharedDisplayMode | null {
    const cookie = jar.get(COOKIE.sharedDisplay);
    return hasDisplay(cookie) ? sharedDisplayOf(cookie) : store.get(SHARED_DISPLAY);
  }

  const stored = read();
  if (stored) write(stored);
  return { choose: (change) => write(sharedDisplayOf({ ...sharedDisplayOf(read()), ...change })) };
}

/** The links of order and view lead to the same page; the switch of folders has no address and loads the page again. */
export function watchSharedDisplay(page: Document, display: SharedDisplayStore, reload: () => void): void {
  page.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('a, button') : null;
    if (!pressed) return;
    const { sharedOrder, sharedView, sharedPin } = pressed.dataset;
    if (sharedOrder !== undefined) display.choose({ orderType: sharedOrder });
    if (sharedView !== undefined) display.choose({ viewType: sharedView });
    if (sharedPin === undefined) return;
    display.choose({ pinFoldersTop: pressed.getAttribute('aria-pressed') !== 'true' });
    reload();
  });
}
