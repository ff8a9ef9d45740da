import type { Keyring } from '#worker/platform/crypto.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { MembershipDeps } from '../deps.ts';
import type { CodeBatchObject } from './code-batch.object.ts';

/** Dependencies of gift codes. */
export interface CodeDeps extends MembershipDeps {
  readonly codeBatches: DurableObjectNamespace<CodeBatchObject>;
  readonly keyring: Keyring;
  readonly shield: Pick<ShieldService, 'countOpenCall'>;
}
