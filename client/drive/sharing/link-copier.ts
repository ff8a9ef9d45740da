/** The links of files as the drive uses them. Types only: the calls are of a feature to the right. */

/** The link that a press copies. */
export interface CopiedLink {
  readonly shareId: string;
  readonly url: string;
  /** '' for none. */
  readonly passCode: string;
  /** This press has made it. */
  readonly isNew: boolean;
  /** The name under which visitors read it; '' where the link was there before. */
  readonly sender: string;
}

export interface LinkCopier {
  /** The open link to exactly this file or folder, made if there is none. */
  linkOf(fileId: string): Promise<CopiedLink>;
  /** An address for a player on the device, for some hours. @returns when it ends, epoch ms; null: never */
  playerLinkOf(fileId: string): Promise<{ readonly url: string; readonly untilMs: number | null }>;
  remove(shareId: string): Promise<void>;
  /** Stops the open links to exactly this file or folder. @returns their ids */
  turnOff(fileId: string): Promise<readonly string[]>;
  /** Opens stopped links again. */
  turnOn(shareIds: readonly string[]): Promise<void>;
}
