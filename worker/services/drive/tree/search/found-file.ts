/** Found nodes in the spelling of the wire. */
import type { FoundFile } from '#shared/drive/search.contract.ts';
import type { ImageLinks } from '../../images/link.ts';
import { toFileObject } from '../wire.ts';
import type { FoundNode } from './search.store.ts';

export function toFoundFile({ row, path }: FoundNode, userId: string, imageLinks?: ImageLinks): FoundFile {
  return { ...toFileObject(row, { userId, ...(imageLinks ? { imageLinks } : {}) }), path: [...path] };
}
