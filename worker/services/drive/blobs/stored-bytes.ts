/** Bytes of all contents of the installation, each counted once however many drives hold it. */
import type { DriveDeps } from '../deps.ts';
import { blobIndexes } from './keys.ts';

/** Objects that are asked at a time. */
const AT_ONCE = 16;

/** Reads every row of the index: for a look once a day. */
export async function storedBytes({ blobIndex }: Pick<DriveDeps, 'blobIndex'>): Promise<number> {
  const indexes = blobIndexes(blobIndex);
  let total = 0;
  for (let first = 0; first < indexes.length; first += AT_ONCE) {
    const some = await Promise.all(indexes.slice(first, first + AT_ONCE).map((index) => index.storedBytes()));
    total += some.reduce((sum, bytes) => sum + bytes, 0);
  }
  return total;
}
