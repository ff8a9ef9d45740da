/** The redirect rules as a table, in their order; each leads to its try-out. */
import type { ReactNode } from 'react';
import { OpsPart } from './ops-frame.view.tsx';

export interface ShownRule {
  readonly line: number;
  readonly source: string;
  readonly target: string;
  readonly status: number;
  /** In words; '' for always. */
  readonly when: string;
  readonly tryHref: string;
}

export function RedirectTable({ rules, more }: { rules: readonly ShownRule[]; more: number }): ReactNode {
  return (
    <OpsPart
      id="rules"
      title="Rules"
      lead="From the draft if it is valid, otherwise the live ones. The first that fits counts."
    >
      {rules.length === 0 ? <p className="text-sm text-muted">There are no rules yet.</p> : <Rows rules={rules} />}
      {more > 0 ? <p className="mt-3 text-sm text-muted">{more} more rules are in the text.</p> : null}
    </OpsPart>
  );
}

function Rows({ rules }: { rules: readonly ShownRule[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
    <section aria-label="Table of the rules" tabIndex={0} className="card overflow-x-auto">
      <table className="w-full min-w-2xl text-start text-sm">
        <thead>
          <tr className="text-xs text-muted">
            {['Line', 'From', 'To', 'Status', 'When'].map((name) => (
              <th key={name} scope="col" className="px-4 py-2 text-start font-semibold">
                {name}
              </th>
            ))}
            <th scope="col" className="px-4 py-2">
              <span className="sr-only">Try</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rules.map(({ line, source, target, status, when, tryHref }) => (
            <tr key={line}>
              <td className="px-4 py-2 text-muted">{line}</td>
              <td className="px-4 py-2 font-mono text-xs break-all">{source}</td>
              <td className="px-4 py-2 font-mono text-xs break-all">{target}</td>
              <td className="px-4 py-2">{status}</td>
              <td className="px-4 py-2">{when || 'Always'}</td>
              <td className="px-4">
                <a className="link inline-flex min-h-11 items-center" href={tryHref} aria-label={`Try line ${line}`}>
                  Try
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
