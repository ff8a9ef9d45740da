import type { LimitsConfig } from '#worker/env-limits.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { DeskObjects } from '../desk/desk-part.ts';

/** Dependencies of the operators' inbox. */
export interface InboxDeps extends DeskObjects {
  readonly auth: Pick<AuthService, 'exportAccount'>;
  readonly documents: Pick<ConfigService, 'live' | 'recordAct'>;
  readonly mail: Pick<MailService, 'ready' | 'prepare'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly limits: Pick<LimitsConfig, 'messagesPerHour' | 'messagesPerDay' | 'messageTtlSeconds'>;
  /** Address for notices of new messages; '' for none. */
  readonly contactMail: string;
}
