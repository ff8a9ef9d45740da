/** A renderer of the frame. Types only. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { ShowMessage } from '../document/messages.ts';

/** The first page of a picture that browsers do not show, as one that they do. */
export interface DecodedPicture {
  readonly picture: Blob;
  /** Pages of the file. */
  readonly pages: number;
}

/**
 * Draws into the element; resolves when the first part is visible.
 * @returns a decoded picture in place of a drawing; or the encoding that a text was read in
 */
export type Render = (message: ShowMessage, root: HTMLElement) => Promise<DecodedPicture | TextEncoding | null>;
