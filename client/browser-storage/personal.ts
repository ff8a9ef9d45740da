/**
 * Deletes a person's data in this browser with the sign-out. All entries go, except the named ones of the browser: an entry that this
 * file does not name goes too. The service worker and its offline page stay.
 */
import { SIGNED_OUT_COOKIE } from '#shared/cookies.ts';
import { COOKIE, makeCookieJar } from './cookies.ts';
import { LISTS_CACHE, RECEIVED_CACHE, TRANSFER_DATABASES } from './stored-names.ts';

/**
 * Entries of local storage that stay: device id, the choice about usage counts, how lists look, that the guide was shown, settings of
 * the debug console. They hold no name, no file and no text of a person. The user id in the name of an entry and of its cookie stays too:
 * how lists look is a setting of each person (spec section 4), there again at the next sign-in, and the id opens nothing.
 */
const STAYS =
  /^(deviceid|allow_analysis|pp_(debug|debug_blocked|new_user|details_panel|shared_display_mode|display_mode(_[\w-]+)?))$/;
/** Cookies of a person that scripts can read: choices for single folders, named by the user id. */
const FOLDER_COOKIE = /(?:^|; )(pp_display_folders_[\w-]+)=/g;

type Entries = Pick<Storage, 'key' | 'length' | 'removeItem' | 'clear'>;

/** Getters, because reading the property throws where storage is forbidden. */
export interface BrowserStores {
  readonly page: { cookie: string };
  readonly local: () => Entries;
  /** Of this tab. */
  readonly session: () => Entries;
  readonly databases: () => Pick<IDBFactory, 'deleteDatabase'>;
  readonly caches: () => Pick<CacheStorage, 'delete'>;
}

function tried(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    console.warn(what, error);
  }
}

/** Drafts, positions and marks of this tab. */
export function forgetTab({ session }: Pick<BrowserStores, 'session'>): void {
  tried('session storage', () => session().clear());
}

export function forgetPerson(stores: BrowserStores): void {
  const { page, local, databases, caches } = stores;
  const jar = makeCookieJar(page);
  jar.remove(COOKIE.userId);
  for (const [, name = ''] of page.cookie.matchAll(FOLDER_COOKIE)) jar.remove({ name, maxAgeSeconds: 0 });
  tried('local storage', () => {
    const storage = local();
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const name of names) if (!STAYS.test(name)) storage.removeItem(name);
  });
  forgetTab(stores);
  // Records of transfers. A page with an open database closes it; sent parts stay on the server.
  for (const name of TRANSFER_DATABASES) tried('databases', () => void databases().deleteDatabase(name));
  for (const name of [LISTS_CACHE, RECEIVED_CACHE])
    tried('caches', () => {
      caches()
        .delete(name)
        .catch((error: unknown) => console.warn('caches', error));
    });
}

/** After a sign-out by a form without script. */
export function finishSignOut(stores: BrowserStores): void {
  makeCookieJar(stores.page).remove({ name: SIGNED_OUT_COOKIE, maxAgeSeconds: 0 });
  forgetPerson(stores);
}

/** @param view  the window */
export function storesOf(view: Window & typeof globalThis): BrowserStores {
  return {
    page: view.document,
    local: () => view.localStorage,
    session: () => view.sessionStorage,
    databases: () => view.indexedDB,
    caches: () => view.caches,
  };
}
