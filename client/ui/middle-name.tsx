/** A file name that is shortened in its middle, so that the extension stays visible. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { tailOf } from './name-tail.ts';

export interface MiddleNameProps {
  name: string;
  /** Draws a part of the name, for example with what was searched for marked in it. */
  draw?: (part: string) => ReactNode;
  /** Cuts the beginning; one line where left out. A space at its end must stay: `truncate` would drop it. */
  headClass?: string;
}

/**
 * Screen readers get the whole name; the two parts are visual. Beside the end is little space: Japanese and Korean names break between
 * any two letters there, not between phrases as texts do.
 */
export function MiddleName({
  name,
  draw = (part) => part,
  headClass = 'overflow-hidden text-ellipsis',
}: MiddleNameProps): ReactNode {
  const tail = tailOf(name);
  const head = name.slice(0, name.length - tail.length);
  return (
    <>
      <span className="sr-only">{name}</span>
      <span className="flex max-w-full items-end whitespace-pre" aria-hidden="true">
        <span className={classes('min-w-0 [word-break:normal]', headClass)}>{draw(head)}</span>
        <span className="flex-none">{draw(tail)}</span>
      </span>
    </>
  );
}
