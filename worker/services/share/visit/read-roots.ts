/** The nodes that a link shows now, for operations that read its owner's drive themselves. */
import { unwrap } from '#shared/errors.ts';
import type { ShareId } from '#shared/ids.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import { NOT_FOUND } from '../state/cache.ts';
import type { FileAnswer, FileInput, LinkInput, ShareRoots } from '../state/rpc-types.ts';

/** Stands for all roots of a link where an id of a file would. */
const ALL = '~roots';

/** The status of the link now, and what it shows. */
export async function readRoots(
  parts: ShareParts,
  shareId: ShareId,
  who: Omit<FileInput, 'fileId'> | Omit<LinkInput, 'fileId'>,
): Promise<Pick<FileAnswer, 'status' | 'cover'> & { roots: ShareRoots | null }> {
  const share = shareOf(parts, shareId);
  const input = { ...who, fileId: ALL };
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, async (roots) => ({ ok: true, value: JSON.stringify(roots) })));
  const { status, cover, file } = answer;
  return { status, cover, roots: file === null || file === NOT_FOUND ? null : (JSON.parse(file) as ShareRoots) };
}
