/** The documentation of a document's fields. */
import type { ReactNode } from 'react';

export interface ShownField {
  readonly path: string;
  readonly type: string;
  readonly bounds: string;
  readonly says: string;
  readonly initial: string;
}

export function FieldList({ fields }: { fields: readonly ShownField[] }): ReactNode {
  return (
    <dl className="card divide-y divide-line">
      {fields.map(({ path, type, bounds, says, initial }) => (
        <div key={path} className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-3">
          <dt className="min-w-0 font-mono text-xs leading-5 break-words">{path}</dt>
          <dd className="min-w-0 sm:col-span-2">
            {says ? <p>{says}</p> : null}
            <p className="text-xs leading-5 break-words text-muted">
              {type}
              {bounds ? `; ${bounds}` : ''}
              {initial ? (
                <>
                  {'; at first '}
                  <code className="font-mono">{initial}</code>
                </>
              ) : null}
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
