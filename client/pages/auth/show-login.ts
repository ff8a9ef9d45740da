/**
 * Links that open the login dialog: `action=show_login`, `login_required` for something that needs a user, `login_to_drive` before
 * the drive (spec section 4, "Named app actions"). The action is removed from the address, so that a reload does not repeat it.
 */
import { ROUTES } from '#shared/routes.ts';

export interface ShowLoginPorts {
  readonly page: Pick<Document, 'querySelector'>;
  readonly place: Pick<Location, 'href' | 'reload' | 'assign'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  /** Shows the login dialog. @returns whether a user is signed in now */
  readonly open: (purpose: string) => Promise<boolean>;
}

/** A page with a sign-out form has a user; sign-in pages need no dialog. */
const HAS_USER = `form[action="${ROUTES['auth.sign-out']}"]`;
const NEEDS_NO_DIALOG = `[data-auth], ${HAS_USER}`;

export async function showLogin({ page, place, past, open }: ShowLoginPorts): Promise<void> {
  const url = new URL(place.href);
  const purpose = url.searchParams.get('scene') ?? '';
  const leadsToDrive = url.searchParams.get('action') === 'login_to_drive' && !url.pathname.startsWith('/drive/');
  url.searchParams.delete('action');
  const here = url.pathname + url.search + url.hash;
  past.replaceState(past.state, '', here);
  if (page.querySelector(NEEDS_NO_DIALOG)) {
    if (leadsToDrive && page.querySelector(HAS_USER)) place.assign(ROUTES['drive.all']);
    return;
  }
  try {
    // The server renders the page for the user.
    if (!(await open(purpose))) return;
    if (leadsToDrive) place.assign(ROUTES['drive.all']);
    else place.reload();
  } catch {
    // Without a dialog: the sign-in page, which returns here.
    const next = leadsToDrive ? ROUTES['drive.all'] : here;
    const query = new URLSearchParams({ next });
    if (purpose) query.set('scene', purpose);
    place.assign(`${ROUTES['auth.sign-in']}?${query}`);
  }
}

export async function openLoginDialog(purpose: string): Promise<boolean> {
  const { makeLoginDialog } = await import('./login-dialog.ts');
  return makeLoginDialog(document).open(purpose);
}
