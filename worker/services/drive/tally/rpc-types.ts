/** Plain data between isolates and the shards of a tally. Types only. */

export interface TallyEntry {
  readonly subject: string;
  /** Added as it is. */
  readonly amount: number;
  /** Each is counted as one more, once in the window. */
  readonly marks: readonly string[];
  /** A mark that counts also adds one to this part of the subject. */
  readonly markParts?: Readonly<Record<string, string>>;
  /** Added to named parts of the subject. Beyond 60 of them, those named `g/...` are one part `g/`. */
  readonly parts?: Readonly<Record<string, number>>;
  /** Each adds one to its part, once in the window, and nothing to the subject itself. */
  readonly partMarks?: readonly (readonly [part: string, mark: string])[];
}

export interface TallyBatch {
  /** A batch with a key that was counted before is not counted again. */
  readonly key: string;
  readonly entries: readonly TallyEntry[];
  /** How long one mark counts once, ms. */
  readonly windowMs: number;
  /** Between two folds, ms. */
  readonly foldMs: number;
  /** How long totals are kept after their last change, ms; null: for ever. */
  readonly keepMs: number | null;
  /** Whether the shard publishes the sum of each hour (UTC) when it has ended. */
  readonly hourly?: boolean;
  /** Whether marks are digests of people, whose number is estimated for each subject. */
  readonly people?: boolean;
}

/** Payload of the event `tally.hour`: an hour that has ended. */
export interface EndedHour {
  readonly kind: string;
  readonly shard: number;
  readonly hour: number;
  readonly total: number;
}

/** Parts of a total, and the estimate of its people (people.ts). */
export interface TotalDetails {
  readonly parts: Readonly<Record<string, number>>;
  readonly people: string;
}

/** Payload of the event `tally.folded`. */
export interface FoldedTotals {
  readonly kind: string;
  readonly shard: number;
  /** Subject and all that this shard ever counted of it. */
  readonly totals: readonly (readonly [subject: string, total: number, more?: TotalDetails])[];
}
