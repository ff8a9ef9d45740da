/** The page of a share that its owner opens: instead of saving and following, ways to the files and to the terms of the link. */
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { asNodeId, type NodeId, type ShareId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { linksHref } from '#shared/share/links-address.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ReadList } from '#worker/services/share/index.ts';
import type { PageDeps } from '../services.ts';

interface SharePlace {
  readonly shareId: ShareId;
  readonly parentId: NodeId;
}

/** The details of a link among one's own. */
function manageHref(shareId: ShareId): string {
  return linksHref({ search: '', status: '', sort: 'created' }, { link: shareId });
}

/** As `manageHref` of a link that shows nothing; undefined for one that its owner has deleted. */
export async function closedManageHref(
  deps: PageDeps,
  caller: Caller,
  { shareId }: SharePlace,
  call: CallContext,
): Promise<string | undefined> {
  try {
    await deps.share.ownLink(caller, shareId, call);
    return manageHref(shareId);
  } catch (error) {
    if (asAppError(error).errorName !== 'not_found') throw error;
    return undefined;
  }
}

/** The shown folder, the one shared folder, or the folder of the first shared file. */
async function folderHref(
  deps: PageDeps,
  caller: Caller,
  { parentId }: SharePlace,
  list: ReadList['list'],
): Promise<string> {
  if (parentId !== '') return href('drive.folder', { folderId: parentId });
  const [first, second] = list?.rows() ?? [];
  if (!first) return href('drive.all');
  if (first.isFolder && !second) return href('drive.folder', { folderId: asNodeId(first.id) });
  try {
    const { parent_id: folderId } = await deps.drive.detail(caller, asNodeId(first.id));
    return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
  } catch (error) {
    // The page is complete without the folder: the drive opens at its top.
    logError('share-page.own-folder', error);
    return href('drive.all');
  }
}

export async function ownState(
  deps: PageDeps,
  caller: Caller,
  place: SharePlace,
  list: ReadList['list'],
): Promise<SaveState> {
  return {
    kind: 'own',
    manageHref: manageHref(place.shareId),
    folderHref: await folderHref(deps, caller, place, list),
  };
}
