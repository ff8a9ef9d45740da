import type { AtOnce } from '#worker/platform/at-once.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { BillingService, MembershipService } from '#worker/services/membership/service.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { DeskObjects } from '../desk/desk-part.ts';

/** Dependencies of a person's export. */
export interface ExportDeps extends DeskObjects {
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
