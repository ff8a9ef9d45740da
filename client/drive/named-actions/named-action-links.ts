/**
 * Starts named actions: from the address of the page, once, and from links on it. The code that runs them is loaded then. The
 * action is removed from the address before it runs, so that no reload repeats it.
 */
import { withTexts } from '#client/ui/later-texts.ts';
import { isPopoverOpen } from '#client/ui/popover.ts';
import { NEW_USER_COOKIE } from '#shared/cookies.ts';
import { UPLOAD_HASH } from '#shared/drive/places.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';

/** Links to a named action: by their query, or by the path of the feedback form. */
const FEEDBACK_PATH = href('drive.feedback');
const LINKS = `a[href*="action="], a[href$="${FEEDBACK_PATH}"]`;
/** Served on every page by the small script (client/pages/auth/show-login.ts). */
const SIGN_IN = /^(show_login|login_required|login_to_drive)$/;

/** @returns the named action of a link or an address of the drive; null for none */
export function namedActionOf(url: URL, origin: string): URLSearchParams | null {
  if (url.origin !== origin || !url.pathname.startsWith('/drive/')) return null;
  if (url.pathname === FEEDBACK_PATH) return new URLSearchParams({ action: 'open_feedback' });
  return url.searchParams.has('action') ? url.searchParams : null;
}

export function watchNamedActions(drive: DriveContext): () => void {
  const run = (query: URLSearchParams, why?: 'new') => {
    withTexts(import('./open-named-action.ts')).then(
      ({ openNamedAction }) => openNamedAction(drive, query, why),
      drive.actions.toasts.showFailure,
    );
  };
  const here = new URL(location.href);
  if (here.hash === UPLOAD_HASH) {
    history.replaceState(history.state, '', here.pathname + here.search);
    drive.actions.ask({ kind: 'named-action', name: 'upload' });
  }
  const asked = namedActionOf(here, location.origin);
  if (asked && !SIGN_IN.test(asked.get('action') ?? '')) run(asked);
  else if (document.cookie.includes(`${NEW_USER_COOKIE}=`))
    run(new URLSearchParams({ action: 'show_beginner_dialog' }), 'new');
  else if (drive.state.activity.value?.isNew) run(new URLSearchParams({ action: 'show_popup_window' }));

  const listen = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target === '_blank') return;
    const query = namedActionOf(new URL(link.href), location.origin);
    if (!query) return;
    event.preventDefault();
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) menu.open = false;
    const sidebar = link.closest<HTMLElement>('[popover]');
    if (sidebar && isPopoverOpen(sidebar)) sidebar.hidePopover();
    run(query);
  };
  document.addEventListener('click', listen);
  const keep = () =>
    void import('../listing/stored-path.ts').then(
      ({ storePath }) => storePath(drive.state, drive.document.store),
      console.warn,
    );
  if ('requestIdleCallback' in window) requestIdleCallback(keep);
  else setTimeout(keep);
  return () => document.removeEventListener('click', listen);
}
