/**
 * Marks the rows of a share that were saved before, by this browser or by the account: ids in local storage, and one call of a
 * signed-in visitor. The page itself says nothing of a visitor. Source: spec section 3 ("saved file ids").
 */
import type { EventHub } from '#client/api/events.ts';
import { pageFetch } from '#client/api/fetch.ts';
import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { fieldsOf, MAX_LIST, record } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore, type TextStorage } from '#client/browser-storage/local.ts';
import { PREVIEW_QUERY } from '#shared/navigation/preview.ts';

interface SavedIds {
  readonly userId: string;
  /** Ids in the shares, the newest last. */
  readonly ids: readonly string[];
}

export const SAVED_FILES = record<SavedIds>(
  'pp_saved_file_ids',
  ({ userId, ids }) =>
    typeof userId === 'string' && Array.isArray(ids)
      ? { userId, ids: ids.filter((id) => typeof id === 'string').slice(-MAX_LIST) }
      : null,
  (saved) => saved,
);

export interface SavedPorts {
  readonly page: Document;
  readonly storage: () => TextStorage;
  /** Ids that the account has saved from this share. */
  readonly ask: () => Promise<readonly string[]>;
}

/** The id of a row: of its checkbox, else of its link. */
function idOf(row: Element): string {
  const box = row.querySelector<HTMLInputElement>('input[name="id"]');
  const link = row.querySelector<HTMLAnchorElement>('a.row-link, a.share-link');
  if (box || !link) return box?.value ?? '';
  const { pathname, searchParams } = new URL(link.href);
  return searchParams.get(PREVIEW_QUERY) ?? pathname.split('/').at(-1) ?? '';
}

export async function watchSaved({ page, storage, ask }: SavedPorts, events: EventHub): Promise<void> {
  const store = makeLocalStore(storage);
  const userId = String(makeCookieJar(page).get(COOKIE.userId) ?? '');
  const stored = store.get(SAVED_FILES);
  const known = new Set(stored?.userId === userId ? stored.ids : []);
  /** A link to one file has no list: its page is the row. */
  const rows = () => [...page.querySelectorAll('[data-shared-list="one"], [data-shared-list] .row')];

  function mark(): void {
    const label = page.querySelector<HTMLElement>('[data-shared-list]')?.dataset['savedLabel'] ?? '';
    for (const row of rows()) {
      if (!known.has(idOf(row)) || row.querySelector('[data-saved]')) continue;
      const note = page.createElement('span');
      note.dataset['saved'] = '';
      note.className = 'text-ok';
      note.textContent = label;
      row.querySelector('.row-facts')?.append(note);
    }
  }

  function unmark(): void {
    for (const row of rows()) if (!known.has(idOf(row))) row.querySelector('[data-saved]')?.remove();
  }

  function add(ids: readonly string[]): void {
    for (const id of ids) known.add(id);
    if (ids.length > 0) store.set(SAVED_FILES, { userId, ids: [...known].slice(-MAX_LIST) });
    mark();
  }

  /** The account has other saves of the same files, or still has this one. */
  async function takeBack(ids: readonly string[]): Promise<void> {
    const left = await ask();
    for (const id of ids) known.delete(id);
    store.set(SAVED_FILES, { userId, ids: [...known] });
    add(left);
    unmark();
  }

  let sent: readonly string[] = [];
  events.on('restore-saving', () => {
    const picked = rows().filter((row) => row.querySelector<HTMLInputElement>('input[name="id"]')?.checked);
    sent = (picked.length > 0 ? picked : rows()).map(idOf).filter((id) => id !== '');
  });
  events.on('restore-status', ({ status }) => {
    if (status !== 'RESTORE_UNKNOWN') add(sent);
  });
  // Without the answer of the account the marks stay.
  events.on('restore-undone', () => void takeBack(sent.length > 0 ? sent : rows().map(idOf)).catch(() => undefined));
  mark();
  // A visitor who is not signed in has no account to ask.
  if (userId !== '') add(await ask().catch(() => []));
}

/** @param here  path of the page */
export function askSaved(page: Document, here: string): Promise<readonly string[]> {
  const shareId = /^\/s\/([\w-]+)/.exec(here)?.[1] ?? '';
  return pageFetch(page)<unknown>(`/s/${shareId}?saved=1`).then((answer) => {
    const { ids } = fieldsOf(answer);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  });
}
