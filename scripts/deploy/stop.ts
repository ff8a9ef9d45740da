/** A deployment that cannot go on: what is wrong, and what to do. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly remedy: string;
  /** Of an answer of Cloudflare's API; 0 for another reason. */
  readonly status: number;
  /** Of its first error; 0 for none. */
  readonly code: number;

  constructor(message: string, remedy: string, more: ErrorOptions & { status?: number; code?: number } = {}) {
    super(message, more);
    this.remedy = remedy;
    this.status = more.status ?? 0;
    this.code = more.code ?? 0;
  }
}

/** Reason of a failed call, with the one that Node hides in its cause: "fetch failed" alone names nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause === '' ? error.message : `${error.message}: ${cause}`;
}

/** Ends every remedy that a second run completes. */
export const RUN_AGAIN = 'Then run the same command again: it goes on where it stopped.';
