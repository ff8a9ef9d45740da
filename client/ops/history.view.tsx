/** Versions of a document, newest first, each with a link to restore it. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { actorName, Moment, type ShownActor } from './acts.view.tsx';
import { Difference, type ShownRun } from './difference.view.tsx';

export interface ShownVersion {
  readonly version: number;
  /** Null for the version that the build contains. */
  readonly made: { readonly atMs: number; readonly by: ShownActor } | null;
  readonly note: string;
  readonly rolledBackTo: number | null;
  /** Shows the changes of restoring it. */
  readonly lookHref: string;
}

export function HistoryList({
  versions,
  action,
  live,
}: {
  versions: readonly ShownVersion[];
  action: string;
  live: number;
}): ReactNode {
  return (
    <ol className="card divide-y divide-line">
      {versions.map(({ version, made, note, rolledBackTo, lookHref }) => (
        <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-semibold">
              {version === 0 ? 'Default' : `Version ${version}`}
              {version === live ? ' (live)' : ''}
            </p>
            {note ? <p className="break-words">“{note}”</p> : null}
            <p className="text-xs text-muted">
              {made ? (
                <>
                  {actorName(made.by)}, <Moment ms={made.atMs} />
                </>
              ) : (
                'Comes with the build'
              )}
              {rolledBackTo === null
                ? null
                : ` · the text of ${rolledBackTo === 0 ? 'the build' : `version ${rolledBackTo}`}`}
            </p>
          </div>
          {version === live ? null : (
            <form method="post" action={action} className="flex flex-wrap items-center gap-2">
              <input type="hidden" name="act" value="rollback" />
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="base" value={live} />
              <a
                className="link inline-flex min-h-11 items-center px-2"
                href={lookHref}
                aria-label={`View ${version === 0 ? 'the default' : `version ${version}`}`}
              >
                View
              </a>
              <Button type="submit" aria-label={`Roll back to ${version === 0 ? 'the default' : `version ${version}`}`}>
                Roll back
              </Button>
            </form>
          )}
        </li>
      ))}
    </ol>
  );
}

export interface VersionProps {
  title: string;
  version: number;
  /** Live text to this one. */
  runs: readonly ShownRun[];
  text: string;
  action: string;
  live: number;
}

/** One older version: its text, and the changes of restoring it. */
export function VersionView({ title, version, runs, text, action, live }: VersionProps): ReactNode {
  const name = version === 0 ? 'default' : `version ${version}`;
  return (
    <>
      <h1 className="text-2xl">
        {title}, {name}
      </h1>
      <p className="mt-2 mb-6">
        <a className="link inline-flex min-h-11 items-center text-sm" href={action}>
          Back to the document
        </a>
      </p>
      <h2 className="mb-3 text-lg">Changes by rolling back</h2>
      <Difference runs={runs} label="Difference between the live text and this version" />
      {version === live ? null : (
        <form method="post" action={action} className="mt-4">
          <input type="hidden" name="act" value="rollback" />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="base" value={live} />
          <Button type="submit" variant="primary">
            Roll back
          </Button>
        </form>
      )}
      <h2 className="mt-10 mb-3 text-lg">Text</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard */}
      <pre className="card overflow-x-auto p-4 font-mono text-xs leading-6" tabIndex={0}>
        {text || ' '}
      </pre>
    </>
  );
}
