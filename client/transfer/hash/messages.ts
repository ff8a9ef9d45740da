/** What the page and the hash worker say to each other, and the shapes that hashing gives and takes. Types alone. */

/** What names the content of a file. */
export interface Fingerprint {
  /** Decides what is the same content (shared/content/content-key.ts). */
  readonly contentKey: string;
  /** The label of the wire contract, 40 upper-case hex digits. */
  readonly gcid: string;
}

/** Stretches of a file, and the nonce (hex) that keys their digest. */
export interface ProofChallenge {
  readonly nonce: string;
  readonly ranges: readonly { readonly start: number; readonly length: number }[];
}

/** From the page. `job` is a number of the page's choice, one per order that is answered. */
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
