/** Dependencies of reported links. */

import type { LimitsConfig } from '#worker/env-limits.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { DeskObjects } from '../desk/desk-part.ts';

export interface ReportDeps extends DeskObjects {
  readonly share: Pick<ShareService, 'reported' | 'setLinkDecision'>;
  readonly drive: Pick<
    DriveService,
    'linkEvidence' | 'setContentBans' | 'holdContents' | 'heldContent' | 'setLinkNotice' | 'notifyPerson'
  >;
  readonly auth: Pick<AuthService, 'emailOf' | 'profile'>;
  readonly documents: Pick<ConfigService, 'recordAct'>;
  readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly contentOrigin: string;
  readonly limits: Pick<LimitsConfig, 'messagesPerHour' | 'messagesPerDay'>;
  /** Address for notices of new cases; '' for none. */
  readonly contactMail: string;
}
