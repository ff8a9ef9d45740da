/** Pictures of the folder that a document shows by their names. The page reads them: the frame can make no request. */
import { MIB } from '#shared/units.ts';
import { readAll, withFreshLink } from '../content.ts';
import { kindOf } from '../kinds.rules.ts';
import type { ShowContext } from '../preview-types.ts';
import type { BesideMessage } from './messages.ts';
import { nameBeside } from './open-link.ts';

/** Most bytes of one picture, and of all pictures of a document; the links of others stay. */
const MAX_BYTES = 16 * MIB;
const MAX_ALL_BYTES = 64 * MIB;
const MAX_PICTURES = 100;

/** @returns answers an address of the document; null for any file but a picture beside it. Never rejects. */
export function makePicturesBeside({ host, signal }: ShowContext): (address: string) => Promise<BesideMessage> {
  let [count, sizeBytes] = [0, 0];
  return async (address) => {
    const nothing: BesideMessage = { magpie: 'beside', address, bytes: null };
    const name = nameBeside(address);
    const item = name === '' ? undefined : host.items().find((one) => one.name === name);
    if (!item || kindOf(item).kind !== 'picture' || item.sizeBytes > MAX_BYTES) return nothing;
    count += 1;
    sizeBytes += item.sizeBytes;
    if (count > MAX_PICTURES || sizeBytes > MAX_ALL_BYTES) return nothing;
    try {
      const bytes = await withFreshLink(
        (isFresh = false) => host.link(item, isFresh),
        (url) => readAll(url, MAX_BYTES, signal, () => undefined),
      );
      return { ...nothing, bytes: bytes.buffer };
    } catch {
      return nothing;
    }
  };
}
