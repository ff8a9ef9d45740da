/** A copy of trees as its task's row holds it, and what two drives exchange when a copy becomes a common folder itself. */
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import type { BatchChoice } from '../tree/conflict.store.ts';

/** Where the copies come from when it is another drive. */
export interface CopyOrigin {
  /** The link, or the grant of a common folder. */
  readonly shareId: string;
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  /** Of a common folder: asked for at every step. */
  readonly grant?: { readonly grantId: string; readonly userId: string };
  /** The folder is handed over: the name of its new owner, as the other people of the folder read it. */
  readonly newOwnerName?: string;
}

export interface CopyJob {
  readonly kind: 'copy';
  /** Folder the copies are put into. */
  readonly to: string;
  readonly limitBytes: number;
  readonly total: number;
  readonly done: number;
  /** Sources that were gone when they were read. */
  readonly missing: number;
  readonly origin: CopyOrigin | null;
  /** Where names are taken when the copies are put in place; absent: both stay. */
  readonly choice?: BatchChoice;
  /** The name that the copy of the one root gets; absent: that of its source. */
  readonly name?: string;
  /** How many of the roots are folders, which come first; absent: they are mixed. */
  readonly folders?: number;
  /** Roots that have been read. */
  readonly at?: number;
}

/** The handover as the drive of the new owner asks for it. */
export interface HandoverOrder {
  readonly taskId: string;
  /** Grants that the drive may still have. */
  readonly grantsLeft: number;
}

/** A grant that moves along with its folder, or a folder or file in it. */
export interface MovedGrant {
  readonly id: string;
  readonly nodeId: string;
  readonly userId: string;
  readonly label: string;
  readonly role: GrantRole;
  readonly state: 'invited' | 'accepted' | 'declined';
  readonly createdMs: number;
}

export interface HandoverOutcome {
  readonly nodeId: string;
  /** Name of the former owner. */
  readonly ownerName: string;
  readonly people: readonly MovedGrant[];
}
