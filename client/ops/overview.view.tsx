/** First page of the console: what needs attention, every document with its state, and the newest changes. */
import type { ReactNode } from 'react';
import { ActList, actorName, Moment, type ShownAct } from './acts.view.tsx';
import { AttentionView, type ShownAttention } from './attention/attention.view.tsx';
import { DocumentMarks } from './document-marks.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';

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
  attention: readonly ShownAttention[];
  documents: readonly ShownSummary[];
  acts: readonly ShownAct[];
  logHref: string;
}

export function OverviewView({ attention, documents, acts, logHref }: OverviewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Overview</h1>
      <AttentionView items={attention} />
      <OpsPart
        id="documents"
        title="Configuration"
        lead="Changes are live within a minute, without a new build. Every change is logged."
      >
        <Documents documents={documents} />
      </OpsPart>
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
    </>
  );
}

function Documents({ documents }: Pick<OverviewProps, 'documents'>): ReactNode {
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
