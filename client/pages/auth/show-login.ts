/**
 * A link may ask for signing in: `action=show_login`, `login_required` where something needs a person, `login_to_drive` on the
 * way there (spec section 4, "Named app actions"). The dialog opens over the page by itself; the action is spent, so that no
 * reload asks again.
 */
import { ROUTES } from '#shared/routes.ts';

export interface ShowLoginPorts {
  readonly page: Pick<Document, 'querySelector'>;
  readonly place: Pick<Location, 'href' | 'reload' | 'assign'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  /** Shows the login dialog. @returns whether somebody is signed in now */
  readonly open: (scene: string) => Promise<boolean>;
}

/** Pages on the way in ask anyway; a page with a way out has its person. */
const HAS_PERSON = `form[action="${ROUTES['auth.sign-out']}"]`;
const NEEDS_NONE = `[data-auth], ${HAS_PERSON}`;

export async function showLogin({ page, place, past, open }: ShowLoginPorts): Promise<void> {
  const url = new URL(place.href);
  const scene = url.searchParams.get('scene') ?? '';
  const leadsToDrive = url.searchParams.get('action') === 'login_to_drive' && !url.pathname.startsWith('/drive/');
  url.searchParams.delete('action');
  const here = url.pathname + url.search + url.hash;
  past.replaceState(past.state, '', here);
  if (page.querySelector(NEEDS_NONE)) {
    if (leadsToDrive && page.querySelector(HAS_PERSON)) place.assign(ROUTES['drive.all']);
    return;
  }
  try {
    // The server renders who is there.
    if (!(await open(scene))) return;
    if (leadsToDrive) place.assign(ROUTES['drive.all']);
    else place.reload();
  } catch {
    // No dialog: the page itself, and from there back.
    const next = leadsToDrive ? ROUTES['drive.all'] : here;
    place.assign(`${ROUTES['auth.sign-in']}?${new URLSearchParams({ next, ...(scene ? { scene } : {}) })}`);
  }
}

export async function openLoginDialog(scene: string): Promise<boolean> {
  const { makeLoginDialog } = await import('./login-dialog.ts');
  return makeLoginDialog(document).open(scene);
}
