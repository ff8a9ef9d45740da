/** A failure that ends a run of a fetch. */
import type { FetchReason } from '#shared/drive/fetch/fetch-reason.ts';

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
  readonly reason: FetchReason;
  /** Wait that the server asks for. */
  readonly waitMs: number | null;

  constructor(reason: FetchReason, waitMs: number | null = null, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.waitMs = waitMs;
  }
}
