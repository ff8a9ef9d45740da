/** A comparison of two texts, line by line. A sign and a label mark each change, not colour alone. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';

export interface ShownRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

/** Lines that stay beside a change; more are folded. */
const AROUND = 3;

const LOOK: Readonly<Record<ShownRun['kind'], string>> = {
  same: 'text-muted',
  added: 'bg-ok-soft text-ok',
  removed: 'bg-danger-soft text-danger',
};
const SIGN: Readonly<Record<ShownRun['kind'], string>> = { same: ' ', added: '+', removed: '−' };

interface Line {
  readonly key: string;
  readonly kind: ShownRun['kind'] | 'fold';
  readonly text: string;
}

function linesOf(runs: readonly ShownRun[]): Line[] {
  return runs.flatMap(({ kind, lines }, run): Line[] => {
    const all = lines.map((text, line): Line => ({ key: `${run}.${line}`, kind, text }));
    const first = run === 0 ? 0 : AROUND;
    const last = run === runs.length - 1 ? 0 : AROUND;
    const folded = all.length - first - last;
    if (kind !== 'same' || folded < 2) return all;
    const fold: Line = { key: `${run}.fold`, kind: 'fold', text: `${folded} lines that stay` };
    return [...all.slice(0, first), fold, ...all.slice(all.length - last)];
  });
}

export function Difference({ runs, label }: { runs: readonly ShownRun[]; label: string }): ReactNode {
  if (runs.every(({ kind }) => kind === 'same')) return <p className="text-muted">Nothing would change.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="card overflow-x-auto py-2">
      <ol className="w-max min-w-full font-mono text-xs leading-6">
        {linesOf(runs).map(({ key, kind, text }) =>
          kind === 'fold' ? (
            <li key={key} className="px-4 py-1 text-muted italic">
              {text}
            </li>
          ) : (
            <li key={key} className={classes('flex gap-3 px-4', LOOK[kind])}>
              <span aria-hidden="true" className="select-none">
                {SIGN[kind]}
              </span>
              {kind === 'same' ? null : <span className="sr-only">{kind}: </span>}
              <span className="whitespace-pre">{text || ' '}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
