/** What every page on the way in hands to the next one: where the person was going, and whether it stands in a dialog. */
import type { ReactNode } from 'react';
import { href } from '#shared/routes.ts';

export interface Carry {
  /** Path to go to at the end, already checked by the server. */
  next: string;
  /** Where the wish to sign in came from (spec section 3); '' when nobody said. */
  scene: string;
  /** Shown in the login dialog of another page. */
  dialog: boolean;
}

type Door = 'auth.sign-in' | 'auth.sign-up' | 'auth.reset';

/** The same in the fields of a form. */
export function CarriedFields({ carry }: { carry: Carry }): ReactNode {
  return (
    <>
      <input type="hidden" name="next" value={carry.next} />
      {carry.scene ? <input type="hidden" name="scene" value={carry.scene} /> : null}
      {carry.dialog ? <input type="hidden" name="frame" value="dialog" /> : null}
    </>
  );
}

/** The same in the address of a link. */
export function doorHref(door: Door, carry: Carry, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ next: carry.next });
  if (carry.scene) query.set('scene', carry.scene);
  if (carry.dialog) query.set('frame', 'dialog');
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `${href(door)}?${query}`;
}
