/** First page of the console: what needs attention, every document with its state, and the newest changes. */
import type { ReactNode } from 'react';
import { ActList, actorName, Moment, type ShownAct } from './acts.view.tsx';
import { AttentionView, type ShownAttention } from './attention/attention.view.tsx';
import { DocumentMarks } from './document-marks.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';
import { type SetupProps, SetupView } from './setup/setup.view.tsx';

export interface ShownSummary {
  readonly name: string;
  readonly title: string;
  readonly href: string;
  readonly version: number;
  readonly settled: boolean;
  readonly hasDraft: boolean;
  readonly lastAct: ShownAct | null;
}

export interface OverviewProps {
  /** Null after the list of the first hour is closed, and for roles without the right `settings`. */
  setup: SetupProps | null;
  attention: readonly ShownAttention[];
  groups: readonly { readonly label: string; readonly documents: readonly ShownSummary[] }[];
  /** Null for a role that does not see the log. */
  acts: readonly ShownAct[] | null;
  logHref: string;
}

export function OverviewView({ setup, attention, groups, acts, logHref }: OverviewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Overview</h1>
      {setup === null ? null : <SetupView {...setup} />}
      <AttentionView items={attention} />
      {groups.length === 0 ? null : (
        <OpsPart
          id="documents"
          title="Configuration"
          lead="Changes are live within a minute, without a new build. Every change is logged."
        >
          <div className="grid gap-6">
            {groups.map(({ label, documents }) => (
              <div key={label}>
                <h3 className="mb-2 text-sm text-muted">{label}</h3>
                <Documents documents={documents} />
              </div>
            ))}
          </div>
        </OpsPart>
      )}
      {acts === null ? null : (
        <OpsPart id="log" title="Recent activity">
          <ActList acts={acts} />
          {acts.length > 0 ? (
            <p className="mt-3">
              <a className="link inline-flex min-h-11 items-center text-sm" href={logHref}>
                All activity
              </a>
            </p>
          ) : null}
        </OpsPart>
      )}
    </>
  );
}

function Documents({ documents }: { documents: readonly ShownSummary[] }): ReactNode {
  return (
    <ul className="card divide-y divide-line">
      {documents.map(({ name, title, href, version, settled, hasDraft, lastAct }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <a className="link inline-flex min-h-11 items-center font-semibold" href={href}>
              {title}
            </a>
            <p className="text-xs text-muted">
              <code className="font-mono">{name}</code>
              {lastAct ? (
                <>
                  {' · '}
                  {actorName(lastAct.by)}, <Moment ms={lastAct.atMs} />
                </>
              ) : null}
            </p>
          </div>
          <DocumentMarks version={version} settled={settled} hasDraft={hasDraft} />
        </li>
      ))}
    </ul>
  );
}
