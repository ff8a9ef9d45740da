/** What ops is made of; compose.ts hands it in. */
import type { LimitsConfig } from '#worker/env.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { DeskObject } from './desk.object.ts';
import { DESK_NAME } from './keys.ts';

/** What the desk is made of. */
export interface DeskDeps {
  readonly desk: DurableObjectNamespace<DeskObject>;
  readonly auth: Pick<AuthService, 'exportAccount'>;
  readonly documents: Pick<ConfigService, 'live' | 'note'>;
  readonly mail: Pick<MailService, 'ready' | 'prepare'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly limits: Pick<LimitsConfig, 'messagesPerHour' | 'messagesPerDay' | 'messageTtlSeconds'>;
  /** Where operators are told of messages; '' for nowhere. */
  readonly contactMail: string;
}

export interface OpsDeps extends DeskDeps {
  readonly auth: Pick<AuthService, 'exportAccount' | 'devices' | 'twoFactor' | 'passkeys'>;
  readonly drive: Pick<DriveService, 'space' | 'exportPage' | 'tasks'>;
  readonly share: Pick<ShareService, 'list'>;
}

export function deskOf({ desk }: Pick<DeskDeps, 'desk'>) {
  return desk.getByName(DESK_NAME);
}
