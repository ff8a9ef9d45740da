/**
 * CodeBatchObject: one batch of gift codes (named by its id), which decides who redeems each code; and the registry of all
 * batches, in an object of its own. Reads and claims of an unknown batch create nothing.
 */
import { fail, type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { CODE_CLAIMED } from '../keys.ts';
import type { ClaimedCode, ClaimInput } from '../rpc-types.ts';
import { CODE_BATCH_MIGRATIONS } from './code-batch.migrations.ts';
import { claimCode, type GiftBatch, insertBatch, insertCodes, listBatches, revokeBatch, usedCodes } from './store.ts';

export class CodeBatchObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'CodeBatchObject', CODE_BATCH_MIGRATIONS);
  }

  /** @returns already_exists for an id that is taken */
  create(batch: GiftBatch, digests: readonly string[]): Result<null> {
    if (this.exists()) return fail('already_exists');
    return this.command(() => {
      insertBatch(this.sql, batch);
      insertCodes(this.sql, digests);
      return null;
    });
  }

  /** Registry: records a batch before it is made. */
  register(batch: GiftBatch): Result<null> {
    return this.command(() => {
      insertBatch(this.sql, batch);
      return null;
    });
  }

  /** Registry: newest first. */
  list(): Result<GiftBatch[]> {
    return this.exists() ? this.command(() => listBatches(this.sql)) : succeed([]);
  }

  /** How many codes were redeemed. */
  used(): Result<number> {
    return this.exists() ? this.command(() => usedCodes(this.sql)) : succeed(0);
  }

  /** Codes that were not redeemed count no more. @returns not_found for an unknown batch */
  revoke(id: string): Result<null> {
    if (!this.exists()) return fail('not_found', { reason: 'batch_not_found' });
    return this.command((nowMs) => {
      revokeBatch(this.sql, id, nowMs);
      return null;
    });
  }

  /**
   * Gives a code to one person; the event brings the grant even if the caller dies now.
   * @returns invalid_activation_code, activation_code_reused, member_code_not_support_region
   */
  claim(input: ClaimInput): Result<ClaimedCode> {
    if (!this.exists()) return fail('invalid_activation_code');
    return this.command((nowMs) => {
      const claimed = claimCode(this.sql, input, nowMs);
      if (!claimed.isRepeat) this.publishEvent(CODE_CLAIMED, { ...claimed, userId: input.userId }, nowMs);
      return claimed;
    });
  }
}
