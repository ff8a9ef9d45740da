/** Links that a search finds. The call is `share.own`, of a feature to the right. */
export interface FoundLink {
  readonly id: string;
  readonly title: string;
  /** Name of its first file or folder. */
  readonly fileName: string;
  /** Its details on the page of the user's links. */
  readonly href: string;
}

/** Finds the user's links by title and file name. */
export type FindLinks = (text: string, signal: AbortSignal) => Promise<readonly FoundLink[]>;
