/** What ops is made of; compose.ts hands it in. */
import type { AuthService } from '#worker/services/auth/index.ts';
import type { DriveService } from '#worker/services/drive/index.ts';
import type { ShareService } from '#worker/services/share/index.ts';

export interface OpsDeps {
  readonly auth: Pick<AuthService, 'exportAccount' | 'devices' | 'twoFactor' | 'passkeys'>;
  readonly drive: Pick<DriveService, 'space' | 'exportPage' | 'tasks'>;
  readonly share: Pick<ShareService, 'list'>;
}
