/** How a file or folder is shared, as a row of a listing shows it. The call is `share.marks`, of a feature to the right. */
export interface SharedMark {
  readonly id: string;
  /** Open links that show it, alone or among others. */
  readonly links: number;
  /** Views of those links. */
  readonly views: number;
  /** Each of those links has a passcode. */
  readonly isLocked: boolean;
  /** People who have access or are invited. */
  readonly people: number;
  /** A link collects files into this folder. */
  readonly collects: boolean;
}

/** Files of one call for marks. */
export const MAX_MARKED_IDS = 500;

/** Asks how these files and folders are shared. @returns those that are */
export type AskMarks = (fileIds: readonly string[]) => Promise<readonly SharedMark[]>;
