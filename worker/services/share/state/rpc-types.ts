/**
 * What the ops of this room and its objects say to each other: plain data that crosses RPC. Types only.
 */
import type { SortOrder } from '#shared/drive/model.ts';
import type { ShareStatus } from '#shared/share/model.ts';

export interface PageQuery {
  readonly parentId: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  readonly limit: number;
}

export interface VisitInput {
  /** Version of the visitor's verified access token, or null. */
  readonly passVersion: number | null;
  /** null: no listing is wanted. */
  readonly page: PageQuery | null;
  /** Keyed digest of who looks, or '' when the visit does not count. */
  readonly viewer: string;
}

/** What is known of a link without its owner's drive. */
export interface ShareCoverData {
  readonly ownerId: string;
  readonly title: string;
  readonly fileNum: number;
  /** Things at the top besides the one that the title names; 0 with a title that the owner chose. */
  readonly moreNum: number;
  readonly expiresAtMs: number | null;
  readonly restoreLeft: number | null;
  readonly passVersion: number;
  readonly epoch: number;
}

export interface VisitAnswer {
  readonly status: ShareStatus;
  /** The object's clock, by which the status was decided. */
  readonly nowMs: number;
  readonly cover: ShareCoverData | null;
  /** Salt of the passcode while one is asked for, else ''. */
  readonly salt: string;
  /** JSON of a PageBody, `null` as text when there is no such folder; null when it must be pulled. */
  readonly page: string | null;
}

/** What a loader must ask the owner's drive. */
export interface Asked {
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  readonly version: number;
}

/** What the object itself reads of a page. */
export interface PageTop {
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly nextPageToken: string;
}

export interface FileInput {
  readonly by: 'visitor';
  readonly fileId: string;
  readonly passVersion: number | null;
}

export interface LinkInput {
  readonly by: 'link';
  readonly fileId: string;
  readonly epoch: number;
  readonly ownerId: string;
}

export interface FileAnswer {
  readonly status: ShareStatus;
  readonly cover: ShareCoverData | null;
  /** JSON of a FileBody, `null` as text when the link has no such file; null when it must be pulled. */
  readonly file: string | null;
}

export interface GuessInput {
  /** Hex of the keyed hash of what was typed. */
  readonly hash: string;
  /** Version of the passcode whose salt was used. */
  readonly passVersion: number;
  /** A human check was passed for this guess. */
  readonly human: boolean;
  /** Digest of the device that passed it. */
  readonly payer: string;
  /** Wrong guesses of one window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly visit: VisitInput;
}

export interface GuessAnswer {
  /** `ask`: past the limit, pay with a human check, or with one more. `changed`: another passcode now. `over`: no passcode is asked for. */
  readonly verdict: 'right' | 'wrong' | 'ask' | 'changed' | 'over';
  readonly answer: VisitAnswer;
}

export type RestoreClaim =
  | { readonly verdict: 'refused'; readonly status: ShareStatus }
  /** The caller made this link. */
  | { readonly verdict: 'own' }
  /** All saves are used, one of them by this very request. */
  | { readonly verdict: 'earlier'; readonly taskId: string; readonly parentId: string }
  /** @param again  this request has been counted before */
  | { readonly verdict: 'held'; readonly again: boolean; readonly asked: Asked };

export interface ShareSummaryData {
  /** The object's clock, by which the status was decided. */
  readonly nowMs: number;
  readonly status: ShareStatus;
  readonly cancelled: boolean;
  readonly title: string;
  readonly fileNum: number;
  readonly fileKind: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number | null;
  readonly restoreCount: number;
  readonly viewCount: number;
}

/** What a change of a link gives anew; what is absent stays. */
export interface LinkTerms {
  /** An empty hash: no passcode any more. */
  readonly pass?: { readonly salt: string; readonly passHash: string };
  /** null: never. */
  readonly expiresAtMs?: number | null;
  /** null: any number. */
  readonly restoreLimit?: number | null;
  readonly title?: string;
}

/** What a change of the tree means for a link. */
export interface TreeChange {
  readonly open: boolean;
  /** Closed only because nothing of it was left. */
  readonly empty: boolean;
  readonly asked: Asked | null;
}
