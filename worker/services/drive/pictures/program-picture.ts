/** The small image of a file that a program names: by its path, or by the beginning of its id. */

import { ROOT_ID } from '#shared/ids.ts';
import type { ProgramScope } from '#worker/platform/session-guard.ts';
import { knownImages } from '../images/images.store.ts';
import { type LookedAt, mayHaveImage } from '../images/model.ts';
import type { Path } from '../programs/model.ts';
import { nodeWith } from '../programs/numbered.store.ts';
import { placeIfAny } from '../programs/place.store.ts';
import { pictureOf } from './open-picture.ts';

/** `idPrefix`: the first signs of an id, eight at least. */
export type NamedPicture = { readonly path: Path } | { readonly idPrefix: string };

/** @param scope  null for a session @returns null for a file that is not there or has no image */
export function findPicture(
  sql: SqlStorage,
  scope: ProgramScope | null,
  named: NamedPicture,
  ownerId: string,
): LookedAt | null {
  const rootId = scope?.folderId ?? ROOT_ID;
  const node = 'path' in named ? placeIfAny(sql, rootId, named.path)?.node : nodeWith(sql, rootId, named.idPrefix);
  if (node?.content_key == null) return null;
  return knownImages(sql, node.content_key) || mayHaveImage(node) ? pictureOf(sql, node, ownerId) : null;
}
