/** State that each sign-in page passes to the next one: the target page, the login purpose, and whether it is in a dialog. */
import type { ReactNode } from 'react';
import { href } from '#shared/routes.ts';

export interface Carry {
  /** Path to go to at the end, already checked by the server. */
  next: string;
  /** Login purpose, the query value `scene` (spec section 3); '' for none. */
  purpose: string;
  /** Shown in the login dialog of another page. */
  dialog: boolean;
}

type SignInPage = 'auth.sign-in' | 'auth.sign-up' | 'auth.reset';

/** The same in the fields of a form. */
export function CarriedFields({ carry }: { carry: Carry }): ReactNode {
  return (
    <>
      <input type="hidden" name="next" value={carry.next} />
      {carry.purpose ? <input type="hidden" name="scene" value={carry.purpose} /> : null}
      {carry.dialog ? <input type="hidden" name="frame" value="dialog" /> : null}
    </>
  );
}

/** The same in the address of a link. */
export function signInHref(page: SignInPage, carry: Carry, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ next: carry.next });
  if (carry.purpose) query.set('scene', carry.purpose);
  if (carry.dialog) query.set('frame', 'dialog');
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `${href(page)}?${query}`;
}
