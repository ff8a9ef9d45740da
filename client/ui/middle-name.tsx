/** A file name that gives way in its middle: where there is no room for all of it, the extension stays in sight. */
import type { ReactNode } from 'react';
import { tailOf } from './name-tail.ts';

export interface MiddleNameProps {
  name: string;
  /** Draws a part of the name, for example with what was searched for marked in it. */
  draw?: (part: string) => ReactNode;
  /** How many lines the beginning may take. */
  lines?: 1 | 2;
}

/** Listeners hear the name whole: the two parts are for the eyes. */
export function MiddleName({ name, draw = (part) => part, lines = 1 }: MiddleNameProps): ReactNode {
  const tail = tailOf(name);
  const head = name.slice(0, name.length - tail.length);
  return (
    <>
      <span className="sr-only">{name}</span>
      <span className="flex max-w-full items-end whitespace-pre" aria-hidden="true">
        <span className={lines === 1 ? 'min-w-0 truncate' : 'line-clamp-2 min-w-0 whitespace-pre-wrap'}>
          {draw(head)}
        </span>
        <span className="flex-none">{draw(tail)}</span>
      </span>
    </>
  );
}
