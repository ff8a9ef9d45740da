/** An act: a change of the tree that a person, a guest or a job made, or a look at a file. The log of acts stores it (acts/). */

/** Kinds as the log stores them: append-only. From `SEEN` on they change nothing of the tree. */
export const ACT = {
  begin: 0,
  create: 1,
  upload: 2,
  update: 3,
  rename: 4,
  move: 5,
  trash: 6,
  untrash: 7,
  delete: 8,
  copy: 9,
  save: 10,
  star: 11,
  unstar: 12,
  view: 64,
  play: 65,
  download: 66,
} as const;

export const SEEN = ACT.view;

export type ActKind = (typeof ACT)[keyof typeof ACT];

/** One folder for all nodes of an act, or one for each of them, in their order. */
export type Folders = string | readonly string[];

export interface Act {
  readonly kind: ActKind;
  readonly ids: readonly string[];
  /** Folders that the nodes left; for nodes that stay in their folder `to` alone is given. */
  readonly from?: Folders;
  readonly to?: Folders;
  /** JSON; which fields depends on the kind. */
  readonly detail?: object;
  /** Bits of `SHOWN`; none: no list of the person has it. */
  readonly shown?: number;
}

/** Lists of the person that have an act; removing it from a list clears the bit. */
export const SHOWN = { recent: 1, tasks: 2 } as const;
