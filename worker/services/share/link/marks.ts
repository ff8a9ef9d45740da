/** Which files and folders of a person are shared. Two calls whatever their number; one where no link shows any of them. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { OPEN_STATUSES } from '#shared/share/model.ts';
import type { ShareMark } from '#shared/share/own-link.contract.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import type { OwnLinkRow } from '../registry/own-links.store.ts';

/** Links of one answer: a listing with more shows the marks of so many. */
const MAX_LINKS = 2_000;

/** @returns those of the files that are shared, in no order @throws AppError unauthenticated */
export async function marks(parts: ShareParts, caller: Caller, fileIds: readonly NodeId[]): Promise<ShareMark[]> {
  const { links, people, collecting } = await parts.drive.sharingOf(caller, fileIds);
  const shareIds = [...new Set(links.map(({ shareId }) => shareId))].slice(0, MAX_LINKS);
  const rows: OwnLinkRow[] =
    shareIds.length === 0 ? [] : unwrap(await registryOf(parts, caller.userId).ownById(callerData(caller), shareIds));
  const open = new Map(rows.filter(isOpen).map((row) => [row.share_id, row]));
  const found = new Map<string, FoundMark>();
  const markOf = (id: string): FoundMark => {
    const mark = found.get(id) ?? { links: 0, locked: 0, views: 0, people: 0, collects: false };
    found.set(id, mark);
    return mark;
  };
  for (const { nodeId, shareId } of links) {
    const row = open.get(shareId);
    if (!row) continue;
    const mark = markOf(nodeId);
    mark.links += 1;
    mark.locked += row.pass_seal === '' ? 0 : 1;
    mark.views += row.view_count;
  }
  for (const { nodeId, count } of people) markOf(nodeId).people = count;
  for (const nodeId of collecting) markOf(nodeId).collects = true;
  return [...found].map(([id, mark]) => ({
    file_id: id,
    link_count: String(mark.links),
    view_count: String(mark.views),
    locked: mark.links > 0 && mark.locked === mark.links,
    people_count: String(mark.people),
    collects: mark.collects,
  }));
}

interface FoundMark {
  links: number;
  /** Those of them with a passcode. */
  locked: number;
  views: number;
  people: number;
  collects: boolean;
}

const isOpen = (row: OwnLinkRow): boolean => OPEN_STATUSES.some((status) => status === row.shown_status);
