/**
 * The context of a change: SQL, time, limits, and publishing. It is passed to the store functions, so
 * that they stay plain functions inside the one transaction of a command.
 */
import { SECOND_MS } from '#shared/units.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';

/** Limits of the tree. The storage of a person is limited apart from it. */
export interface TreeLimits {
  /** Files, folders and versions of the drive, in the trash too. */
  readonly nodesPerDrive: number;
  /** Files and folders of one copy or restore. */
  readonly nodesPerCopy: number;
  /** How long the store keeps a content that no drive holds. */
  readonly graceMs: number;
}

/** How many former contents of one file are kept, and how long. */
export interface VersionLimits {
  readonly versionsPerFile: number;
  readonly versionTtlMs: number;
}

export function treeLimitsOf({ nodesPerDrive, nodesPerCopy, blobGraceSeconds }: LimitsConfig): TreeLimits {
  return { nodesPerDrive, nodesPerCopy, graceMs: blobGraceSeconds * SECOND_MS };
}

export interface DriveTx {
  readonly sql: SqlStorage;
  readonly nowMs: number;
  readonly limits: TreeLimits;
  readonly listeners: readonly NodeListener[];
  /** Session of the caller; '' for another object and the alarm. */
  readonly credential: string;
  /** A random number of this run of the object: what it writes differs from what an object that went back has lost. */
  readonly run: number;
  /** Writes an event into the outbox of this transaction. @param dueMs  epoch ms of its delivery; default at once */
  publish(event: string, payload: Record<string, unknown>, dueMs?: number): void;
  /**
   * The owner's view changed: open windows are notified.
   * @param isOfStatement  a statement of the caller has counted the revision
   */
  changed(isOfStatement?: boolean): void;
  /** The owner's notifications changed: open windows learn how many are unread. */
  bellChanged(): void;
  /** Asks for an alarm no later than `atMs`. */
  wakeAt(atMs: number): void;
  /** Asks for an alarm that finds a lease whose process has ended, or whose time has. */
  wakeForLease(untilMs: number): void;
}

/** Those who watch nodes from outside of the tree, and are notified of changes. Ids of the watchers of two kinds differ. */
export interface NodeWatchers {
  /** Whether the drive has any. */
  any(sql: SqlStorage): boolean;
  /** SQL that selects the ids of all watched nodes, twice. */
  readonly watched: string;
  /** SQL that selects watchers. @param nodes  SQL that selects ids of nodes */
  at(nodes: string): string;
  /** Whether this is the id of a watcher of this kind. */
  isOwn(watcher: string): boolean;
  /** @param removed  something left: it is published at once, and drained before the answer */
  notify(tx: DriveTx, watchers: readonly string[], removed: boolean): void;
}

/** Links, guests, deletions and uploads that are under way. The tree calls them and imports none of them; they are in the parts. */
export interface NodeListener {
  readonly watchers?: NodeWatchers;
  /**
   * The person made, wrote, moved or trashed these nodes.
   * @param withFolders  something was written there: the folders above count too
   */
  onChange?(tx: DriveTx, ids: Iterable<string>, withFolders: boolean): void;
  /** Copies within the drive were made. @param pairs  id of the original and of the copy */
  onCopy?(tx: DriveTx, pairs: readonly (readonly [from: string, to: string])[]): void;
  /** These unfinished files were deleted for good. */
  onDelete?(tx: DriveTx, ids: readonly string[]): void;
}
