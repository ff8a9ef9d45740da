/**
 * Icon of a file's kind: one element with a background picture, because a list draws hundreds of them. Decoration: screen readers
 * read the name beside it.
 */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import type { IconKind } from '#shared/drive/rows.ts';

/** @param className  its size, as in `size-6` */
export function KindIcon({ kind, className }: { kind: IconKind; className: string }): ReactNode {
  return <span className={classes('kind-sign', `kind-${kind}`, className)} aria-hidden="true" />;
}
