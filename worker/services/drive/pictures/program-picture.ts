/** The small image of a file that a program names: by its path, or by the beginning of its id. */

import { ROOT_ID } from '#shared/ids.ts';
import type { ProgramScope } from '#worker/platform/session-guard.ts';
import { knownImages } from '../images/images.store.ts';
import { type LookedAt, mayHaveImage } from '../images/model.ts';
import type { Path } from '../programs/model.ts';
import { pathTo, placeIfAny } from '../programs/place.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { isLive, lineOf } from '../tree/tree.store.ts';
import { pictureOf } from './open-picture.ts';

/** `idPrefix`: the first signs of an id, eight at least. */
export type NamedPicture = { readonly path: Path } | { readonly idPrefix: string };

/** Sorts after every sign of an id. */
const LAST_SIGN = '~';

function nodeWith(sql: SqlStorage, rootId: string, idPrefix: string): NodeRow | null {
  const text = 'SELECT * FROM nodes WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 1';
  const [node] = sql.exec<NodeRow>(text, idPrefix, idPrefix + LAST_SIGN).toArray();
  if (!node || !isLive(sql, node.id)) return null;
  return pathTo(sql, rootId, lineOf(sql, node.id)) ? node : null;
}

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
