/** One upload as the panel shows it. Pure. */

/**
 * `checking`: hashed before it is sent, or checked by the server afterwards. `offline`: resumes when the network is back.
 * `unfinished`: left by an earlier window or another device; needs its file.
 */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'checking'
  | 'offline'
  | 'paused'
  | 'unfinished'
  | 'done'
  | 'failed'
  | 'cancelled';

/** Leaving the page would stop the upload. */
export const ACTIVE_PHASES: readonly UploadPhase[] = ['waiting', 'sending', 'checking', 'offline'];

/** Why an upload stopped; each has a text that says what to do. */
export type UploadProblem =
  | 'space'
  /** The user's upload limit of the day is reached. */
  | 'day'
  /** Deleted files still occupy the server. */
  | 'deleted'
  /** The disk of the server is full, whatever the user has left. */
  | 'server_full'
  | 'large'
  | 'network'
  | 'signed_out'
  | 'folder'
  | 'name'
  | 'changed'
  | 'busy'
  /** The server has deleted the session of the unfinished upload. */
  | 'over'
  /** Another file was chosen for an unfinished upload. */
  | 'other'
  | 'server';

export interface UploadItem {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** Hashed before sending, while the phase is `checking`; 0 when nothing is hashed. */
  readonly checkedBytes: number;
  readonly phase: UploadPhase;
  readonly problem: UploadProblem | null;
  /** Stored without sending: the drive held the content. */
  readonly isInstant: boolean;
  /** The file has a longer name on the device. */
  readonly isShortened?: boolean;
  /** Cancelled, and the server has freed its space. */
  readonly isFreed?: boolean;
  /** Unfinished, and this browser can open the file after asking for permission. */
  readonly canReopen?: boolean;
}

/** Leaving the page would stop it. */
export function isActive({ phase }: Pick<UploadItem, 'phase'>): boolean {
  return ACTIVE_PHASES.includes(phase);
}

/** Done, and nothing about it has to be read. */
export function isSettled({ phase, isShortened = false }: UploadItem): boolean {
  return phase === 'done' && !isShortened;
}
