/** Share: links that show part of a drive to others. Factory of the service, its parts and its routes. */
import { registryOf, type ShareParts } from './deps.ts';
import { directLinks, makeDirect, renewDirect, switchDirect } from './direct/direct-links.ts';
import { follow, followFetch, following, followLook, unfollow } from './follow/follow.ts';
import { changeMany } from './link/change-many.ts';
import { list } from './link/list.ts';
import { linkSums, reported, setLinkDecision } from './link/operator-decision.ts';
import { ownLink, ownLinks, titleOf } from './link/own-links.ts';
import { remove } from './link/remove.ts';
import { resetSender, sender, setSender } from './link/sender.ts';
import { statistics } from './link/statistics.ts';
import { planRestore } from './save/plan.ts';
import { restore } from './save/restore.ts';
import type { ShareService } from './service.ts';
import { makeLinkCounts } from './visit/counting.ts';
import { fileInfo } from './visit/file-info.ts';
import { publicCover, visit } from './visit/listing.ts';
import { open } from './visit/open.ts';
import { openContent } from './visit/open-content.ts';
import { makePictures } from './visit/pictures.ts';
import { named, search } from './visit/search.ts';
import { makeSharedRoots, zipShare } from './visit/zip.ts';

export { makeShareParts } from './deps.ts';
export { makeDirectRoutes } from './direct/endpoint.ts';
export { makeShareRoutes } from './endpoints.ts';
export { LINKS_KIND, SAVES_KIND, VIEWS_KIND } from './keys.ts';
export { marks } from './link/marks.ts';
export type { ShareService } from './service.ts';
export { viewOnly } from './visit/endpoints.ts';
export type { ReadList, ShareCover, SharedList, SharedRow, ShareVisit } from './visit/listing.ts';
export type { OpenedShare } from './visit/open.ts';

export function makeShareService(parts: ShareParts): ShareService {
  return {
    visit: (query, call) => visit(parts, query, call),
    search: (query, text, call) => search(parts, query, text, call),
    named: (query, name, call) => named(parts, query, name, call),
    cover: (shareId, call) => publicCover(parts, shareId, call),
    open: (query, call) => open(parts, query, call),
    file: async (query, call) => (await fileInfo(parts, query, call)).file,
    restore: (caller, input, call) => restore(parts, caller, input, call),
    planRestore: (caller, input, call) => planRestore(parts, caller, input, call),
    follow: (caller, asked, call) => follow(parts, caller, asked, call),
    following: (caller) => following(parts, caller),
    followLook: (caller, asked, call) => followLook(parts, caller, asked, call),
    followFetch: (caller, input, call) => followFetch(parts, caller, input, call),
    unfollow: (caller, shareIds) => unfollow(parts, caller, shareIds),
    undoRestore: (caller, taskId) => parts.drive.undoSave(caller, taskId),
    list: (caller, query, call) => list(parts, caller, query, call),
    ownLinks: (caller, query, call) => ownLinks(parts, caller, query, call),
    ownLink: (caller, shareId, call) => ownLink(parts, caller, shareId, call),
    titleOf: (caller, shareId) => titleOf(parts, caller, shareId),
    statistics: (caller, shareId, period) => statistics(parts, caller, shareId, period),
    changeMany: (caller, input, call) => changeMany(parts, caller, input, call),
    directLinks: (caller, query) => directLinks(parts, caller, query),
    makeDirect: (caller, asked, call) => makeDirect(parts, caller, asked, call),
    switchDirect: (caller, input, call) => switchDirect(parts, caller, input, call),
    renewDirect: (caller, shareId, call) => renewDirect(parts, caller, shareId, call),
    remove: (caller, ids) => remove(parts, caller, ids),
    sender: (caller, call) => sender(parts, caller, call),
    personOf: (userId, call) => parts.people.person(userId, call.nowMs),
    setSender: (caller, nickname, call) => setSender(parts, caller, nickname, call),
    publicName: async (userId) => (await registryOf(parts, userId).publicName()).nickname,
    resetSender: (userId, accountName) => resetSender(parts, userId, accountName),
    reported: (shareId) => reported(parts, shareId),
    linkSums: (userId) => linkSums(parts, userId),
    setLinkDecision: (input) => setLinkDecision(parts, input),
    contentSource: (claims) => openContent(parts, claims),
    counts: makeLinkCounts(parts),
    zip: (query, call) => zipShare(parts, query, call),
    sharedRoots: makeSharedRoots(parts),
    imageSource: makePictures(parts),
  };
}
