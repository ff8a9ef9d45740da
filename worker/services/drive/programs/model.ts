/** Types of the calls of programs that know files by paths: plain data in, Results out. */
import type { OpenContent } from '../content/claims.ts';

/** Names from the root of the credential down, decoded; empty: the root itself. */
export type Path = readonly string[];

/** A file or folder as programs see it. */
export interface Entry {
  /** '' for the root of the drive. */
  readonly id: string;
  /** As it is shown: equal folder names have a suffix. '' for the root of the credential. */
  readonly name: string;
  readonly isFile: boolean;
  readonly sizeBytes: number;
  readonly mime: string;
  /** Without quotes: the content key of a file, the tag of a folder (decision 0471). */
  readonly tag: string;
  readonly createdMs: number;
  /** When the person last changed it, or the program says that it was. */
  readonly modifiedMs: number;
  readonly starred: boolean;
  /** Of a picture or film: when it was taken, by the clock of the camera; left out for others. */
  readonly takenMs?: number;
  /** Of a folder: bytes of the files below it; left out where there are too many, or it was not asked for. */
  readonly heldBytes?: number;
  /** SHA-1 of the bytes, hex; left out where it is not known, or was not asked for. */
  readonly sha1?: string;
  /** Properties that programs set; left out where there are none. */
  readonly props?: readonly Prop[];
  /** Locks on it and above it; left out where there are none. */
  readonly locks?: readonly Lock[];
}

/** A file or folder that was looked for, with its path from the root of the credential. */
export interface FoundEntry {
  readonly path: Path;
  readonly entry: Entry;
}

/** Seconds since the epoch, or bytes. */
export type WantedField = 'modified' | 'created' | 'taken' | 'size';

/** A condition on files and folders. */
export type Wanted =
  /** All of them hold, or any of them. */
  | { readonly kind: 'all' | 'any'; readonly of: readonly Wanted[] }
  | { readonly kind: 'not'; readonly of: Wanted }
  | { readonly kind: 'folder' | 'starred' }
  /** `prefix`: the first signs of an id, eight at least. */
  | { readonly kind: 'id'; readonly prefix: string }
  | {
      readonly kind: 'number';
      readonly field: WantedField;
      readonly is: '<' | '<=' | '=' | '>=' | '>';
      readonly value: number;
    }
  /** `name` without regard to case and marks; `mime` without regard to case. */
  | {
      readonly kind: 'text';
      readonly field: 'name' | 'mime';
      readonly at: 'whole' | 'begin' | 'end' | 'inside';
      readonly text: string;
    };

export interface WantedOrder {
  /** Each with all that is below it. */
  readonly folders: readonly Path[];
  readonly wanted: Wanted;
  readonly by: WantedField | 'name';
  readonly isDescending: boolean;
  /** Rows, 1 or more. */
  readonly rows: number;
}

/** One in the trash. */
export interface TrashedEntry {
  readonly entry: Entry;
  /** Names of the folders that it was in; empty: the root, or they are gone. */
  readonly home: readonly string[];
  readonly trashedMs: number;
}

/** A property that a program set. */
export interface Prop {
  /** `{namespace}local`. */
  readonly name: string;
  /** XML of the whole element, with its namespaces. */
  readonly xml: string;
}

/** A property to set, or to remove: then without XML. */
export interface PropChange {
  readonly name: string;
  readonly xml: string | null;
}

export interface Lock {
  /** `urn:uuid:…`. */
  readonly token: string;
  /** Names from the root of the credential to what is locked; null: it is above that root. */
  readonly path: Path | null;
  readonly isDeep: boolean;
  readonly isShared: boolean;
  /** XML inside of the owner element, as the program gave it. */
  readonly owner: string;
  readonly untilMs: number;
}

/** Bytes used, and bytes that the person may still bring; null: no limit. */
export interface Quota {
  readonly usedBytes: number;
  readonly leftBytes: number;
}

/** Where a listing goes on. */
export interface Cursor {
  readonly folderId: string;
  /** 0 folders, 1 files. */
  readonly rank: 0 | 1;
  readonly sortKey: string;
  readonly id: string;
  /** SHA-1 of the files too. */
  readonly withSums?: boolean;
  /** Bytes below the folders too. */
  readonly withSizes?: boolean;
}

/** The entry at a path, and the first entries in it. */
export interface Look {
  readonly entry: Entry;
  /** Empty for a file, and where none were asked for. */
  readonly entries: readonly Entry[];
  readonly next: Cursor | null;
  readonly quota: Quota | null;
  /** The credential may only read. */
  readonly isReadOnly: boolean;
  /** How often this drive went back to an earlier moment by the recovery of the platform. */
  readonly recoveries: number;
}

export interface LookOrder {
  readonly path: Path;
  /** Entries in it too. */
  readonly isDeep: boolean;
  /** Storage of the free plan, for the quota; null: it is not asked for. */
  readonly freeBytes: number | null;
  /** SHA-1 of the files in it too. */
  readonly withSums?: boolean;
  /** Bytes below the folder and those in it too. */
  readonly withSizes?: boolean;
}

/** One condition of the header `If`: a token of a lock or an entity tag, with its quotes. */
export interface StateCondition {
  readonly isNot: boolean;
  readonly token?: string;
  readonly etag?: string;
}

/** A list of the header `If`: all of its conditions hold for what is at the path. `path` null: another server's, which has nothing. */
export interface StateList {
  /** Undefined: what the request is about. */
  readonly path?: Path | null;
  readonly conditions: readonly StateCondition[];
}

/** The state that a request expects. */
export interface Conditions {
  /** Header `If`; empty: none. One list has to hold. */
  readonly lists: readonly StateList[];
  /** Tokens that the request names. */
  readonly tokens: readonly string[];
  /** As received; null: absent. */
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** Epoch ms; null: absent. */
  readonly ifUnmodifiedSinceMs: number | null;
}

export const NO_CONDITIONS: Conditions = {
  lists: [],
  tokens: [],
  ifMatch: null,
  ifNoneMatch: null,
  ifUnmodifiedSinceMs: null,
};

/** A change at one path. */
export interface PathOrder {
  readonly path: Path;
  readonly conditions: Conditions;
}

export interface MoveOrder extends PathOrder {
  readonly to: Path;
  /** An entry at the destination is replaced: a file keeps its id and gets a version, a folder is trashed. */
  readonly overwrite: boolean;
  readonly trashTtlMs: number;
}

export interface CopyOrder extends MoveOrder {
  /** A folder alone, without what is in it. */
  readonly isShallow: boolean;
  readonly limitBytes: number;
}

/** The outcome of a change. */
export interface Changed {
  /** Nothing was at the path before. */
  readonly isNew: boolean;
  /** The entry that is there now; null: nothing, or nothing yet. */
  readonly entry: Entry | null;
  /** A task that goes on; null: everything is done. */
  readonly taskId: string | null;
}

export interface PropOrder extends PathOrder {
  readonly changes: readonly PropChange[];
  /** When the file was changed, as the program says, epoch ms; null: unsaid. */
  readonly modifiedMs: number | null;
  /** Whether it has a star; null: as it is. */
  readonly starred: boolean | null;
}

export interface LockOrder extends PathOrder {
  readonly isDeep: boolean;
  readonly isShared: boolean;
  readonly owner: string;
  readonly ttlMs: number;
}

/** The lock that was made or renewed; `file`: nothing is there, so an empty file is to be made first. */
export type LockAnswer =
  | { readonly kind: 'file' }
  | { readonly kind: 'locked'; readonly lock: Lock; readonly locks: readonly Lock[] };

/** A file that a program reads. */
export interface OpenFile {
  readonly entry: Entry;
  readonly content: OpenContent;
}

/** A lock as its owner reads it in the browser. */
export interface ShownLock {
  readonly token: string;
  readonly nodeId: string;
  readonly name: string;
  readonly isDeep: boolean;
  /** Plain text of what the program said of its owner. */
  readonly owner: string;
  /** Id of the app password. */
  readonly credential: string;
  readonly createdMs: number;
  readonly untilMs: number;
}
