/** State of a document: version, draft, being published. */
import type { ReactNode } from 'react';

export interface DocumentMarksProps {
  version: number;
  /** False while the copy that visitors' requests read is not written yet. */
  settled: boolean;
  hasDraft: boolean;
}

const MARK = 'rounded-full px-2.5 py-0.5 text-xs font-semibold';

export function DocumentMarks({ version, settled, hasDraft }: DocumentMarksProps): ReactNode {
  return (
    <p className="flex flex-wrap gap-2">
      {hasDraft ? <span className={`${MARK} bg-warn-soft text-warn`}>Draft</span> : null}
      {settled ? null : <span className={`${MARK} bg-accent-soft text-accent`}>Publishing…</span>}
      <span className={`${MARK} bg-sunken text-muted`}>{version === 0 ? 'Default' : `Version ${version}`}</span>
    </p>
  );
}
