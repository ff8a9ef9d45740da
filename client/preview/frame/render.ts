/** A renderer of the frame. Types only. */
import type { ShowMessage } from '../document/messages.ts';

/** Draws into the element; resolves when the first part is visible. A decoded picture is returned instead. */
export type Render = (message: ShowMessage, root: HTMLElement) => Promise<Blob | null>;
