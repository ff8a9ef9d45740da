/** Runs named actions with this page's address, storage and session. Loaded with the first one. */

import { countEvent } from '#client/api/count-event.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { credentialsKey } from '#client/browser-storage/page-keys.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import { NEW_USER_COOKIE, writePageCookie } from '#shared/cookies.ts';
import { freeDaysOf } from '#shared/membership/free-days.ts';
import { ACTION_QUERY, actionOf } from '#shared/navigation/actions.ts';
import { href, ROUTES } from '#shared/routes.ts';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveContext } from '../drive.context.ts';
import { REVEAL_EVENT } from '../selection/listing-keys.ts';
import { type NamedActionDeps, runAction } from './named-actions.ts';

/** Frames to wait for a row far down a long list. */
const MAX_FRAMES = 120;
/** The virtual list may load later, so the request is repeated. */
const REQUEST_EACH_FRAMES = 10;

/** @param framesLeft  of MAX_FRAMES */
function reveal(id: string, index: number, framesLeft = MAX_FRAMES): void {
  const row = document.querySelector<HTMLElement>(`[data-listing] [data-row="${CSS.escape(id)}"]`);
  if (row) {
    row.scrollIntoView({ block: 'center' });
    // A dialog that has opened keeps the focus.
    if (!document.querySelector('dialog:modal'))
      row.querySelector<HTMLElement>('[data-name]')?.focus({ preventScroll: true });
    return;
  }
  if (framesLeft % REQUEST_EACH_FRAMES === 0)
    document.querySelector('[data-listing]')?.dispatchEvent(new CustomEvent(REVEAL_EVENT, { detail: index }));
  if (framesLeft > 0) requestAnimationFrame(() => reveal(id, index, framesLeft - 1));
}

/** Removes the action from the address; keeps the history entry's state. */
function clearAddress(): void {
  const url = new URL(location.href);
  if (actionOf(url.searchParams.get('action')) === null) return;
  for (const name of ACTION_QUERY)
    if (name !== 'q' || url.pathname !== ROUTES['drive.search']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** The next page leaves the window out; after a failure it opens once more. */
function storeShown(id: string): void {
  const body = new URLSearchParams({ id, next: href('drive.all') });
  const headers = { 'accept-language': document.documentElement.lang };
  fetch(href('site.close-note'), { method: 'POST', body, headers, redirect: 'manual', keepalive: true }).catch(
    console.warn,
  );
}

function depsOf(drive: DriveContext): NamedActionDeps {
  const { api, state, actions, browser } = drive;
  const { store, facts, layout } = drive.document;
  return {
    state,
    actions,
    browser,
    api: makeDriveApi(api),
    text: (key) => drive.translator().t(key),
    isSignedIn: () => store.get(credentialsKey(facts.clientId)) !== null,
    ensureSession: () => api.call(sessionEndpoints.me),
    storedPath: () => store.get(LOCAL.navigationFolders) ?? [],
    storedPreview: () => store.get(LOCAL.previewFileId),
    showSidebar: () => {
      layout().then(({ showSidebar }) => showSidebar(), console.warn);
    },
    storeShown,
    reveal,
  };
}

/**
 * The guide opens by itself, once on a device, for an account that was made with free days: it names them. Others have the first steps
 * below their files. Such an account is counted, once.
 */
function isGuideDue({ store }: DriveContext['document']): boolean {
  const hasFreeDays = freeDaysOf(document) > 0;
  if (hasFreeDays) countEvent('sign_up', `/${document.documentElement.lang}`);
  writePageCookie(document, NEW_USER_COOKIE, '', { maxAgeSeconds: 0 });
  const isNew = store.get(LOCAL.newUser) !== false;
  store.set(LOCAL.newUser, false);
  return isNew && hasFreeDays;
}

export async function openNamedAction(
  drive: DriveContext,
  asked: URLSearchParams,
  why: 'asked' | 'new' = 'asked',
): Promise<void> {
  // clearAddress changes the address that `asked` may belong to.
  const query = new URLSearchParams(asked);
  clearAddress();
  if (why === 'new' && !isGuideDue(drive.document)) return;
  await runAction(query, depsOf(drive));
}
