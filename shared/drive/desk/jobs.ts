/** Jobs of drives as operators see them: kinds, states and acts. Pure. */

export const JOB_KINDS = ['upload', 'hash', 'fetch', 'archive', 'copy', 'save', 'move', 'delete', 'other'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** `stuck`: it was tried several times and goes on trying. `failed`: it has ended. */
export const JOB_STATES = ['running', 'waiting', 'stuck', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** States of the list of jobs with a fault. */
export const FAULT_STATES = ['stuck', 'failed'] as const satisfies readonly JobState[];

export const JOB_ACTS = ['retry', 'cancel', 'dismiss'] as const;
export type JobAct = (typeof JOB_ACTS)[number];

/** A job as its drive has it: no name of a file, no address. */
export interface DeskJob {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** Name of the last error; '' for none. */
  readonly error: string;
  /** Tries that failed, without progress between them. */
  readonly tries: number;
  readonly sizeBytes: number;
  /** 0 to 100. */
  readonly progress: number;
  /** When the person asked for it, epoch ms. */
  readonly createdMs: number;
  /** When it failed, or was first found stuck; 0 for a job without a fault. */
  readonly sinceMs: number;
  readonly acts: readonly JobAct[];
}

/** A job with its owner, as lists of operators have it. */
export interface ListedJob extends DeskJob {
  readonly ownerId: string;
}

/** One of the newest jobs with a fault of its owner. */
export interface FaultyJob extends ListedJob {
  /** Older ones of the owner that the list leaves out; only at the last that it shows. */
  readonly more: number;
}

const KIND_OF_TYPE: Readonly<Record<string, JobKind>> = {
  upload: 'upload',
  offline: 'fetch',
  pack_files: 'archive',
  decompress: 'archive',
  copy: 'copy',
  restore: 'save',
  move: 'move',
  untrash: 'move',
  trash: 'delete',
  delete: 'delete',
  emptytrash: 'delete',
};

/** @param type  of a task */
export function kindOfTask(type: string): JobKind {
  return KIND_OF_TYPE[type] ?? 'other';
}
