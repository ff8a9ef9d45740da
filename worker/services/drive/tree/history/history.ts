/** Recent events of files. */
import type { EventObject } from '#shared/drive/history.contract.ts';
import { EVENT_TYPES, type EventType } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFileObject } from '../wire.ts';

/** Rows of one page at most (wire-contract.md 3.6). */
const MAX_ROWS = 100;
/** Files that one filter names. */
const MAX_FILES = 100;

function typeOf(text: string): EventType {
  const type = EVENT_TYPES.find((known) => known === text);
  if (!type) throw new AppError('invalid_argument', { reason: 'unknown_type', field: 'filters' });
  return type;
}

/** @param query.types  empty: all but played files. @throws AppError invalid_argument */
export async function events(
  deps: DriveDeps,
  caller: Caller,
  query: {
    types: readonly string[];
    kinds?: readonly string[];
    /** Of these files; empty or left out: all. */
    fileIds?: readonly string[];
    limit: number;
    pageToken: string;
    thumbnailSize?: string;
  },
): Promise<{ events: EventObject[]; next_page_token: string }> {
  const nodeIds = query.fileIds ?? [];
  if (nodeIds.length > MAX_FILES) throw new AppError('invalid_argument', { reason: 'too_many', field: 'filters' });
  const page = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).events(callerData(caller), {
      types: query.types.map(typeOf),
      kinds: query.kinds ?? [],
      nodeIds,
      pageToken: query.pageToken,
      rows: pageRows(query.limit, MAX_ROWS),
    }),
  );
  const imageLinks = await ownImageLinks(deps, caller, query.thumbnailSize);
  return {
    events: page.events.map(({ event, node }) => ({
      kind: 'drive#event',
      id: event.id,
      type: event.type,
      type_name: event.type.replace('TYPE_', '').toLowerCase(),
      file_id: node.id,
      file_name: node.name,
      mime_type: node.mime,
      folder_id: node.parent_id,
      created_time: wireTime(event.created_ms),
      updated_time: wireTime(event.updated_ms),
      params: JSON.parse(event.params) as Record<string, string>,
      progress: 0,
      reference_resource: toFileObject(node, { userId: caller.userId, imageLinks }),
    })),
    next_page_token: page.nextPageToken,
  };
}
