/**
 * The sign of a thing by its kind: one element with a picture behind it, as a list draws hundreds and each drawing inside the
 * page costs every frame. Decoration: the name beside it is read aloud.
 */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import type { IconKind } from '#shared/drive/rows.ts';

/** @param className  says how large it is, as in `size-6` */
export function KindIcon({ kind, className }: { kind: IconKind; className: string }): ReactNode {
  return <span className={classes('kind-sign', `kind-${kind}`, className)} aria-hidden="true" />;
}
