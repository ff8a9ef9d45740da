/** Dependencies of ops. compose.ts makes them. */

import type { AttentionDeps } from './attention/attention.ts';
import type { ExportDeps, ExportParts } from './export/deps.ts';
import type { InboxDeps } from './inbox/deps.ts';
import type { InviteDeps } from './invites/invites.ts';
import type { JobsDeps } from './jobs/jobs.ts';
import type { LettersDeps } from './letters/letters.ts';
import type { PeopleDeps } from './people/people.ts';
import type { CaseCount } from './reports/counts.store.ts';
import type { ReportDeps } from './reports/deps.ts';
import type { SetupDeps } from './setup/setup.ts';
import type { TotalsDeps } from './totals/totals.ts';

export interface OpsDeps
  extends InboxDeps,
    ExportDeps,
    Pick<TotalsDeps, 'admin' | 'tallies'>,
    ReportDeps,
    PeopleDeps,
    InviteDeps,
    AttentionDeps,
    JobsDeps,
    LettersDeps,
    SetupDeps {
  readonly billing: ExportDeps['billing'] & AttentionDeps['billing'];
  readonly auth: ExportDeps['auth'] & ReportDeps['auth'] & PeopleDeps['auth'] & SetupDeps['auth'];
  readonly drive: ExportDeps['drive'] &
    ReportDeps['drive'] &
    PeopleDeps['drive'] &
    JobsDeps['drive'] &
    TotalsDeps['drive'];
  readonly share: ExportDeps['share'] & ReportDeps['share'] & PeopleDeps['share'];
  readonly membership: PeopleDeps['membership'];
  readonly mail: ReportDeps['mail'] & InviteDeps['mail'] & AttentionDeps['mail'] & LettersDeps['mail'];
  readonly shield: InboxDeps['shield'];
  readonly documents: InboxDeps['documents'] &
    PeopleDeps['documents'] &
    AttentionDeps['documents'] &
    SetupDeps['documents'];
  readonly limits: InboxDeps['limits'];
}

/** The dependencies with the state that this isolate holds. */
export interface OpsParts extends OpsDeps, Pick<ExportParts, 'exports'> {
  /** By target, at most a minute old. */
  downloadCounts(): Promise<Readonly<Record<string, number>>>;
  /** Of reports and decisions by quarter, at most a minute old. */
  caseCounts(): Promise<readonly CaseCount[]>;
}
