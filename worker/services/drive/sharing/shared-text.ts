/** The beginning of a text of a share, as its page shows it. */
import { decodeText } from '#shared/content/text-decoding.ts';
import type { NodeId, UserId } from '#shared/ids.ts';
import { KIB } from '#shared/units.ts';
import { BlobMissing } from '#worker/platform/blobs/read.ts';
import { textStart } from '../content/text-start.ts';
import type { DriveDeps } from '../deps.ts';
import { sharedFile } from './list-shared.ts';

const READ_BYTES = 8 * KIB;
/** They fill the height of a large window. */
const MAX_LINES = 40;
const MAX_CHARS = 2_400;

/** Line ends of all systems are one; bytes that no text has are left out. */
function shownText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES).join('\n');
  return lines
    .slice(0, MAX_CHARS)
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** @returns plain text, at most 40 lines and 2,400 characters; '' where the share has no such file, or no byte of it */
export async function sharedText(
  deps: DriveDeps,
  ownerId: UserId,
  rootIds: readonly NodeId[],
  fileId: NodeId,
): Promise<string> {
  const found = await sharedFile(deps, ownerId, rootIds, fileId);
  if (!found) return '';
  try {
    return shownText(decodeText(await textStart(deps.blobs, found.content, READ_BYTES)).text);
  } catch (error) {
    if (error instanceof BlobMissing) return '';
    throw error;
  }
}
