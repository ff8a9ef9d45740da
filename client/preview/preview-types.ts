/** Types of the viewer: the files it shows, and what the page around it offers. Types only. */
import type { EventHub } from '#client/api/events.ts';
import type { InnerPlace } from '#client/navigation/viewer-entry.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { Format } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { InnerAddress } from './address.ts';
import type { GestureHandlers } from './gestures.ts';
import type { PlayPosition } from './media/positions.ts';

/** A file of the folder that the viewer walks through. */
export interface PreviewItem {
  readonly id: string;
  readonly name: string;
  /** As stored; '' unknown. */
  readonly mime: string;
  readonly sizeBytes: number;
  /** Epoch ms; null unknown. */
  readonly modifiedMs: number | null;
  /** An entry of an archive: its address gives all of it, never a part. */
  readonly hasNoRanges?: boolean;
}

/**
 * Why a file cannot be shown. `closed`: the link of the share no longer opens, or the session has ended. `unlisted`: an archive that
 * can be extracted, but not be looked into. `crowded`: an archive with too many entries for both.
 */
export type Problem =
  | 'offline'
  | 'failed'
  | 'gone'
  | 'closed'
  | 'forbidden'
  | 'large'
  | 'unreadable'
  | 'codec'
  | 'unlisted'
  | 'crowded';

/** One folder of an archive. A missing or wrong password is no error. */
export interface ArchiveFolder {
  readonly status: 'OK' | 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR';
  readonly entries: readonly {
    /** Position in the archive; -1 for a folder without an entry of its own. */
    readonly index: number;
    readonly path: string;
    readonly isFolder: boolean;
    readonly sizeBytes: number;
  }[];
}

/** How an entry is opened. */
export interface EntrySecret {
  readonly password: string;
  /** The encoding that was chosen for names; null for a guess. */
  readonly encoding: TextEncoding | null;
}

/** An address of the entry. A missing or wrong password is no error. */
export type EntryLink = { readonly url: string } | 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR';

/** A sentence over the content, with acts that may answer in the same way. */
export interface Answer {
  readonly text: string;
  readonly acts: readonly { readonly label: string; run(): Promise<Answer | null> | null }[];
}

export interface SavedText {
  /** Revision of the stored content. */
  readonly revision: string;
}

/** The parts of the page that the viewer uses. One for the drive, one for shares. */
export interface PreviewHost {
  /** '' for a visitor. */
  readonly userId: string;
  readonly translator: Translator;
  readonly format: Format;
  readonly events: EventHub;
  /** Files in the order of the folder, as far as they are loaded. */
  items(): readonly PreviewItem[];
  hasMore(): boolean;
  /** Loads the next page of the folder. Never rejects. */
  more(): Promise<void>;
  /** A file that the loaded pages lack; null where it does not exist. @throws PreviewError */
  find(id: string): Promise<PreviewItem | null>;
  /** An address of the content. @param isFresh  an earlier one has expired. @throws PreviewError */
  link(item: PreviewItem, isFresh: boolean): Promise<string>;
  /** Checksum of the content; '' where there is none. @throws PreviewError */
  checksum?(item: PreviewItem): Promise<string>;
  download(item: PreviewItem): void;
  /** Left out where the page allows none. */
  share?(item: PreviewItem): void;
  /**
   * Copies the link of the file; call it inside the gesture.
   * @returns a sentence about the result, with what can be done next; null where a dialog has answered
   */
  copyLink?(item: PreviewItem): Promise<Answer | null>;
  /** Copies an address of the file for a player on the device; call it inside the gesture. Left out where the page makes none. */
  playerLink?(item: PreviewItem): Promise<Answer>;
  /** Revision of the content that an editor starts from. @throws PreviewError */
  revision?(item: PreviewItem): Promise<string>;
  /**
   * Saves a text as a new version. @param revision  the one that was edited; '' saves over any.
   * @throws PreviewError; a ConflictError when the content has another revision
   */
  save?(item: PreviewItem, text: string, revision: string): Promise<SavedText>;
  /** Lists a folder inside an archive; left out where the page has no such call. @throws PreviewError */
  archive?(item: PreviewItem, path: string, password: string): Promise<ArchiveFolder>;
  /** An address of one entry of an archive; left out where the page has no such call. @throws PreviewError */
  archiveEntry?(item: PreviewItem, index: number, secret: EntrySecret): Promise<EntryLink>;
  /** Begins the download of an address of content. */
  downloadFrom(url: string): void;
  /** Extracts an archive; left out where the page cannot. */
  extract?(item: PreviewItem): void;
  /** A file is shown. */
  opened(item: PreviewItem): void;
  /**
   * Where the person left a video or audio on any device; null for nowhere. Left out where the page stores no positions.
   * @throws ApiError; the reason of the signal
   */
  left?(item: PreviewItem, signal: AbortSignal): Promise<PlayPosition | null>;
  /** A video or audio plays: now at this second of so many. */
  played(item: PreviewItem, seconds: number, durationSeconds: number): void;
  /** Picture of the file in the list of the page, else its icon; null where it is not listed. */
  place(item: PreviewItem): Element | null;
  /** The viewer has closed. @param item  the file that was shown last */
  closed(item: PreviewItem | null): void;
}

/** A shown file: its element, and what the viewer may do with it. */
export interface Shown {
  readonly element: HTMLElement;
  /** Buttons of this kind of file, between the name and the general ones. */
  readonly tools?: readonly HTMLElement[];
  /** The line about missing parts (shortfall.ts). */
  readonly less?: HTMLElement;
  /** @returns whether the key was used */
  onKey?(event: KeyboardEvent): boolean;
  /** Drags, pinches and double taps on the content; a swipe turns the page wherever no drag moves it. */
  readonly gestures?: GestureHandlers;
  /** Rows of facts for the details panel. */
  facts?(): Promise<readonly Fact[]>;
  /** Turns the page inside this file, at most to its first or last. @returns whether it has pages of its own */
  step?(by: number): boolean;
  /** Leaves an inner place. @returns whether there was one */
  back?(): boolean;
  /** The history leads to this place inside the file: after the first drawing, and on every step of it. */
  goTo?(place: InnerPlace): void;
  /** The window lost sight of it for good: stops, frees memory. */
  end(): void;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Hidden until the reader asks for it. */
  readonly isPrivate?: boolean;
}

/** The parts of the viewer that a kind of file uses. */
export interface ShowContext {
  readonly host: PreviewHost;
  readonly item: PreviewItem;
  readonly signal: AbortSignal;
  /** The address of the content, renewed by itself once. @throws PreviewError */
  link(isFresh?: boolean): Promise<string>;
  /** Replaces content that was shown by the sentence of a problem. */
  fail(error: unknown): void;
  /** Loading has come this far, 0 to 1. */
  progress(share: number): void;
  /** Places inside the file, in the history. */
  readonly inner: InnerAddress;
  /** Shows another file; out of range does nothing. @returns whether there is one */
  go(step: number): boolean;
  /** A short note over the content. */
  note(text: string, action?: { readonly label: string; readonly onPress: () => void }): void;
  /** Makes the content of another file. @throws PreviewError */
  present(context: ShowContext): Promise<Shown>;
  /** Draws this in place of the content of the same file. The content before is not ended. */
  replace(shown: Shown): void;
  /** Another file is shown by the slideshow or the playlist. */
  showItem(id: string): void;
}
