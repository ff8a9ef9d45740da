/** Dependencies of ops. compose.ts makes them. */

import type { LimitsConfig } from '#worker/env-limits.ts';
import type { AtOnce } from '#worker/platform/at-once.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { BillingService, MembershipService } from '#worker/services/membership/service.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { AttentionDeps } from './attention/attention.ts';
import type { DeskObject } from './desk.object.ts';
import type { JobsDeps } from './jobs/jobs.ts';
import { INBOX_NAME } from './keys.ts';
import type { PeopleDeps } from './people/people.ts';
import type { CaseCount } from './reports/counts.store.ts';
import type { ReportDeps } from './reports/deps.ts';
import type { TotalsDeps } from './totals/totals.ts';

/** Dependencies of the operators' inbox. */
export interface InboxDeps {
  readonly inbox: DurableObjectNamespace<DeskObject>;
  readonly auth: Pick<AuthService, 'exportAccount'>;
  readonly documents: Pick<ConfigService, 'live' | 'note'>;
  readonly mail: Pick<MailService, 'ready' | 'prepare'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly limits: Pick<LimitsConfig, 'messagesPerHour' | 'messagesPerDay' | 'messageTtlSeconds'>;
  /** Address for notices of new messages; '' for none. */
  readonly contactMail: string;
}

/** Dependencies of a person's export. */
export interface ExportDeps extends Pick<InboxDeps, 'inbox'> {
  readonly auth: Pick<AuthService, 'exportAccount' | 'devices' | 'twoFactor' | 'passkeys'>;
  readonly membership: Pick<MembershipService, 'ledgerOf'>;
  readonly billing: Pick<BillingService, 'ownOrders' | 'hourlyPayments'>;
  readonly drive: Pick<DriveService, 'space' | 'exportPage' | 'exportGrants' | 'notifications' | 'tasks'>;
  readonly share: Pick<ShareService, 'list' | 'directLinks'>;
}

export interface ExportParts extends ExportDeps {
  /** Exports that are being sent. */
  readonly exports: AtOnce;
}

export interface OpsDeps
  extends InboxDeps,
    ExportDeps,
    Pick<TotalsDeps, 'admin' | 'tallies'>,
    ReportDeps,
    PeopleDeps,
    AttentionDeps,
    JobsDeps {
  readonly billing: ExportDeps['billing'] & AttentionDeps['billing'];
  readonly auth: ExportDeps['auth'] & ReportDeps['auth'] & PeopleDeps['auth'];
  readonly drive: ExportDeps['drive'] &
    ReportDeps['drive'] &
    PeopleDeps['drive'] &
    JobsDeps['drive'] &
    TotalsDeps['drive'];
  readonly share: ExportDeps['share'] & ReportDeps['share'] & PeopleDeps['share'];
  readonly membership: PeopleDeps['membership'];
  readonly mail: ReportDeps['mail'] & AttentionDeps['mail'];
  readonly shield: InboxDeps['shield'];
  readonly documents: InboxDeps['documents'] & PeopleDeps['documents'] & AttentionDeps['documents'];
  readonly limits: InboxDeps['limits'];
}

/** The dependencies with the state that this isolate holds. */
export interface OpsParts extends OpsDeps, Pick<ExportParts, 'exports'> {
  /** By target, at most a minute old. */
  downloadCounts(): Promise<Readonly<Record<string, number>>>;
  /** Of reports and decisions by quarter, at most a minute old. */
  caseCounts(): Promise<readonly CaseCount[]>;
}

export function inboxOf({ inbox }: Pick<InboxDeps, 'inbox'>) {
  return inbox.getByName(INBOX_NAME);
}
