/** A file name that is shortened in its middle, so that the extension stays visible. */
import type { ReactNode } from 'react';
import { tailOf } from './name-tail.ts';

export interface MiddleNameProps {
  name: string;
  /** Draws a part of the name, which begins at letter `from`, for example with the matches of a search marked. */
  draw?: (part: string, from: number) => ReactNode;
}

/**
 * Screen readers get the whole name; the two parts are visual. Beside the end is little space: Japanese and Korean names break between
 * any two letters there, not between phrases as texts do. A name that is written from the right is cut from its own start.
 */
export function MiddleName({ name, draw = (part) => part }: MiddleNameProps): ReactNode {
  const tail = tailOf(name);
  const head = name.slice(0, name.length - tail.length);
  return (
    <>
      <span className="sr-only">{name}</span>
      <span className="flex max-w-full items-end whitespace-pre" dir="auto" aria-hidden="true">
        {/* Not `truncate`: a space at its end must stay. */}
        <span className="min-w-0 overflow-hidden text-ellipsis [word-break:normal]">{draw(head, 0)}</span>
        <span className="flex-none">{draw(tail, head.length)}</span>
      </span>
    </>
  );
}
