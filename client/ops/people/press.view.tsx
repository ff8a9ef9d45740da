/** How one act on many people ended, for each. In English. */
import type { ReactNode } from 'react';
import type { ManyAct } from '#shared/ops/people.ts';
import { MANY_TEXTS, peopleText } from './many.view.tsx';
import { shownName } from './person-line.view.tsx';

export interface PressViewProps {
  readonly here: string;
  readonly act: ManyAct;
  readonly outcomes: readonly {
    readonly userId: string;
    readonly href: string;
    /** Null for one who is not in the list any more. */
    readonly person: { readonly name: string; readonly email: string; readonly phone: string } | null;
    /** '' for done. */
    readonly refusal: string;
  }[];
}

export function PressView({ here, act, outcomes }: PressViewProps): ReactNode {
  const refused = outcomes.filter(({ refusal }) => refusal !== '').length;
  const done = outcomes.length - refused;
  return (
    <>
      <p className="text-sm">
        <a className="link inline-flex min-h-11 items-center" href={here}>
          All people
        </a>
      </p>
      <h1 className="text-2xl">{MANY_TEXTS[act][0]}</h1>
      <p className="mt-2 text-muted" role="status">
        {`Done for ${peopleText(done)}${refused === 0 ? '.' : `, refused for ${refused}.`}`}
      </p>
      <ol className="card mt-6 divide-y divide-line">
        {outcomes.map(({ userId, href, person, refusal }) => (
          <li
            key={userId}
            className="grid gap-x-6 gap-y-0.5 px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:px-5"
          >
            <a className="link break-all font-semibold" href={href}>
              {person ? shownName({ ...person, userId }) : userId}
            </a>
            {refusal === '' ? (
              <p>Done</p>
            ) : (
              <p className="break-words">
                <strong className="font-semibold text-danger">Refused.</strong> {refusal}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
