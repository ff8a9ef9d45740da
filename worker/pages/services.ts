/** The services and settings that pages use. */
import type { Config } from '#worker/env.ts';
import type { CardPainter } from '#worker/platform/cards/painter.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AccessService } from '#worker/services/access/index.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService, Logos, ReadLook } from '#worker/services/config/index.ts';
import type { DriveService, ReadImageLink } from '#worker/services/drive/service.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type {
  BillingService,
  ClaimService,
  GiftCodeService,
  InvitationDesk,
  InvitationService,
  MembershipService,
} from '#worker/services/membership/service.ts';
import type { OpsService } from '#worker/services/ops/index.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';

import type { PackageState } from './packages/package-files.ts';

/** Client id of our own pages. */
export const WEB_CLIENT = 'web';

export interface PageDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly documents: ConfigService;
  readonly readLook: ReadLook;
  readonly logos: Logos;
  readonly access: AccessService;
  readonly shield: ShieldService;
  readonly mail: MailService;
  readonly auth: AuthService;
  readonly membership: MembershipService;
  readonly billing: BillingService;
  readonly giftCodes: GiftCodeService;
  readonly invitations: InvitationService;
  readonly invitationDesk: InvitationDesk;
  readonly claims: ClaimService;
  readonly drive: DriveService;
  readonly share: ShareService;
  readonly ops: OpsService;
  readonly cards: CardPainter;
  readonly readImageLink: ReadImageLink;
  /** Files of the build. */
  readonly clientFiles: Pick<Fetcher, 'fetch'>;
  readonly packages: PackageState;
}
