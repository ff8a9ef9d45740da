/**
 * Plain data between the operations of share and its objects. Types only.
 */
import type { PageOrder } from '#shared/drive/orders.ts';
import type { ShareStatus } from '#shared/share/model.ts';

export interface PageQuery {
  readonly parentId: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  readonly limit: number;
}

export interface VisitInput {
  /** Version of the visitor's verified access token, or null. */
  readonly passVersion: number | null;
  /** null: no listing is read. */
  readonly page: PageQuery | null;
  /** Tag of the text of this page that the caller has; '' for none. */
  readonly knownTag: string;
}

/** Facts of a link that are stored without its owner's drive. */
export interface ShareCoverData {
  readonly ownerId: string;
  readonly title: string;
  readonly fileNum: number;
  /** Items at the top besides the one in the title; 0 with a title that the owner chose. */
  readonly moreNum: number;
  readonly expiresAtMs: number | null;
  readonly restoreLeft: number | null;
  readonly passVersion: number;
  readonly epoch: number;
  /** Visitors see names and small images; nothing is downloaded or saved. */
  readonly viewOnly: boolean;
  /** Visitors see icons in place of images. */
  readonly previewsHidden: boolean;
  /** Message of the owner; '' for none. */
  readonly note: string;
}

export interface VisitAnswer {
  readonly status: ShareStatus;
  /** The object's clock, by which the status was decided. */
  readonly nowMs: number;
  readonly cover: ShareCoverData | null;
  /** Salt of the passcode while one is required, else ''. */
  readonly salt: string;
  /** null when it must be loaded. */
  readonly page: PageAnswer | null;
  /** Ms from the question on in which the caller may answer visits by itself. */
  readonly leaseMs: number;
}

export interface PageAnswer {
  /** Another one for every text of this page; '' for a text that may not be cached. */
  readonly tag: string;
  /** JSON of a PackedPage, `null` as text when there is no such folder; null when the caller has the text of this tag. */
  readonly text: string | null;
}

/** The shared nodes that a loader reads from the owner's drive. */
export interface ShareRoots {
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  readonly version: number;
}

/** Fields of a page that the object itself reads. */
export interface PageTop {
  readonly rows: readonly (readonly [id: string, name: string, ...unknown[]])[];
  readonly nextPageToken: string;
  readonly isBlocked?: true;
  /** Of an album. */
  readonly title?: string;
}

/** `info`: facts and the small image. `bytes`: the content, of which a link that is view only gives none. */
export type FileUse = 'info' | 'bytes';

export interface FileInput {
  readonly by: 'visitor';
  readonly use: FileUse;
  readonly fileId: string;
  readonly passVersion: number | null;
}

export interface LinkInput {
  readonly by: 'link';
  readonly use: FileUse;
  readonly fileId: string;
  readonly epoch: number;
  readonly ownerId: string;
}

export interface FileAnswer {
  readonly status: ShareStatus;
  readonly cover: ShareCoverData | null;
  /** JSON of a FileBody, `null` as text when the link has no such file; null when it must be loaded. */
  readonly file: string | null;
  /** As of a visit; 0 for visitors, whose rights are checked at every question. */
  readonly leaseMs: number;
}

/** Looks at small images of one link in one isolate. */
export interface PicturesInput {
  readonly epoch: number;
  readonly ownerId: string;
  readonly fileIds: readonly string[];
  /** Of the tree, that the caller's pictures are of; null for none. */
  readonly version: number | null;
  /** Those of `fileIds` that the caller does not have in that version. */
  readonly missingIds: readonly string[];
}

export interface PicturesAnswer {
  /** false: none of these links opens. */
  readonly isOpen: boolean;
  readonly version: number;
  readonly expiresAtMs: number | null;
  /** Ms from the question on in which the caller may answer by itself, also for files that it did not ask for. */
  readonly leaseMs: number;
  /** Files that were looked up: those that the caller does not have in this version, and all others of their pages. */
  readonly lookedUpIds: readonly string[];
  /** JSON of their pictures by file id; a file without one has none. */
  readonly pictures: string;
}

export interface GuessInput {
  /** Hex of the keyed hashes of one typed passcode: as it was typed, and without what people paste around it. */
  readonly hashes: readonly string[];
  /** Version of the passcode whose salt was used. */
  readonly passVersion: number;
  /** A human check was passed for this guess. */
  readonly human: boolean;
  /** Digest of the device that passed the check. */
  readonly payer: string;
  /** Wrong guesses of one window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly visit: VisitInput;
}

export interface GuessAnswer {
  /** `captcha`: past the limit, a human check is needed, or one more. `changed`: another passcode was set. `not_needed`: no passcode is required. */
  readonly result: 'right' | 'wrong' | 'captcha' | 'changed' | 'not_needed';
  readonly answer: VisitAnswer;
}

export type RestoreClaim =
  | { readonly kind: 'refused'; readonly status: ShareStatus }
  /** Files of the link may be looked at, not saved. */
  | { readonly kind: 'view_only' }
  /** The caller owns this link. */
  | { readonly kind: 'own' }
  /** All saves are used, one of them by this request. */
  | { readonly kind: 'earlier'; readonly taskId: string; readonly parentId: string }
  /** @param again  this request was counted before */
  | { readonly kind: 'claimed'; readonly again: boolean; readonly roots: ShareRoots };

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
  /** Number of the last change that the link has taken. */
  readonly seq: number;
  /** Stored status, without the end and the number of saves. */
  readonly storedStatus: string;
  /** The title is the name of the first file or folder. */
  readonly isNamed: boolean;
  /** Wrong passcodes of the running window, which ends then. */
  readonly guesses: number;
  readonly guessesUntilMs: number;
}

/** New terms of a link; absent ones stay. */
export interface LinkTerms {
  /** An empty hash removes the passcode. */
  readonly pass?: { readonly salt: string; readonly passHash: string };
  /** null: never. */
  readonly expiresAtMs?: number | null;
  /** null: any number. */
  readonly restoreLimit?: number | null;
  readonly title?: string;
  /** The title is the name of the first file or folder, and follows it. */
  readonly isNamed?: boolean;
  /** '' removes it. */
  readonly note?: string;
  readonly viewOnly?: boolean;
  readonly previewsHidden?: boolean;
  /** Stopped by its owner for now. */
  readonly paused?: boolean;
}

/** The file of a direct link that is open. */
export interface DirectTarget {
  readonly ownerId: string;
  readonly fileId: string;
  readonly epoch: number;
}

/** State of a link after a change of the tree. */
export interface TreeChange {
  readonly open: boolean;
  /** Closed only because no root was left, or none whose content is open. */
  readonly empty: boolean;
  readonly roots: ShareRoots | null;
  /** Ms until no isolate serves the earlier state. */
  readonly leasesEndInMs: number;
}

/** A link that was reported. */
export interface ReportedShare {
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  /** Language of its owner; '' for a link that an earlier release made. */
  readonly locale: string;
  readonly title: string;
  readonly status: ShareStatus;
  readonly fileNum: number;
  readonly sizeBytes: number;
}
