/** The row of a session. */

export interface SessionRow {
  readonly clientId: string;
  /** The newest. */
  readonly generation: number;
  /** The generation that the newest was issued for. Those between were issued for the same token, never came back and are void. */
  readonly givenFor: number;
  /** Generations between the two became void, the last time any did; 0 and 0 for none. The newest may be far past them. */
  readonly voidAfter: number;
  readonly voidBefore: number;
  /** Whether a token of the newest has come back: then its answer arrived, and `givenFor` has ended. */
  readonly isShown: boolean;
  readonly rotatedMs: number;
  readonly revokedMs: number | null;
}
