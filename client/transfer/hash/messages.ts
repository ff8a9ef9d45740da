/** Messages between the page and the hash worker, and the types of hashing. */

/** Names the content of a file. */
export interface Fingerprint {
  /** Identifies the content (shared/content/content-key.ts). */
  readonly contentKey: string;
  /** The label of the wire contract, 40 upper-case hex digits. */
  readonly gcid: string;
}

/** Ranges of a file, and the nonce (hex) that keys their digest. */
export interface ProofChallenge {
  readonly nonce: string;
  readonly ranges: readonly { readonly start: number; readonly length: number }[];
}

/** From the page. `job` is a number chosen by the page, one per answered request. */
export type HashRequest =
  | { readonly job: number; readonly kind: 'fingerprint'; readonly content: Blob }
  | { readonly job: number; readonly kind: 'prove'; readonly content: Blob; readonly challenge: ProofChallenge }
  /** Ends a job without an answer. */
  | { readonly job: number; readonly kind: 'stop' };

/** From the worker. */
export type HashEvent =
  /** `bytes` of the content are hashed so far. */
  | { readonly job: number; readonly kind: 'hashed'; readonly bytes: number }
  | { readonly job: number; readonly kind: 'fingerprint'; readonly fingerprint: Fingerprint }
  | { readonly job: number; readonly kind: 'proof'; readonly digest: string }
  | { readonly job: number; readonly kind: 'failed'; readonly reason: string };
