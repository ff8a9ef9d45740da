/**
 * The message of a framed page to its parent: the visitor used an action of a link. It has only these three fields, which name an
 * action of the table and hold nothing of the person or the address. Documented in docs/hand-offs.md.
 * @source spec section 2.6; trust.md hazard 3
 */
import type { ActionName } from '#shared/navigation/actions.ts';

export interface FrameMessage {
  readonly source: 'magpie';
  readonly type: 'action';
  readonly action: ActionName;
}

/** Attribute of the document: the one origin that receives the message; written by the server, which alone holds the list. */
export const FRAME_ATTRIBUTE = 'data-frame-parent';

/** The origin to tell: the one the address names, where it is one of the parents. @param asked  of the query */
export function frameParentOf(asked: string | undefined, parents: readonly string[]): string | null {
  return asked !== undefined && parents.includes(asked) ? asked : null;
}
