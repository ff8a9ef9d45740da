/** A renderer of the frame. Types only. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { ShowMessage } from '../document/messages.ts';
import type { Omissions } from '../less.rules.ts';

/** The first page of a picture that browsers do not show, as one that they do. */
export interface DecodedPicture {
  readonly picture: Blob;
  /** Pages of the file. */
  readonly pages: number;
}

/** Adds parts of the file that the frame does not show to those named before; a new count of a part replaces its former one. */
export type TellLess = (omissions: Omissions) => void;

/** A picture beside the document, from the page around the frame; null where there is none. */
export type PictureBeside = (address: string) => Promise<Blob | null>;

/**
 * Draws into the element; resolves when the first part is visible.
 * @returns a decoded picture in place of a drawing; or the encoding that a text was read in
 */
export type Render = (
  message: ShowMessage,
  root: HTMLElement,
  reportOmissions: TellLess,
  pictureBeside: PictureBeside,
) => Promise<DecodedPicture | TextEncoding | null>;
