/**
 * Share: links that show part of a drive to others. Face, maker, routes and news.
 */
import { registryOf, type ShareDeps, type ShareParts } from './deps.ts';
import { tokenCookieName } from './keys.ts';
import { audit } from './link/audit.ts';
import { change } from './link/change.ts';
import { create } from './link/create.ts';
import { list } from './link/list.ts';
import { makePeople } from './link/people.ts';
import { remove } from './link/remove.ts';
import { sender, setSender } from './link/sender.ts';
import { restore } from './save/restore.ts';
import type { ShareService } from './service.ts';
import { batchFileInfo } from './visit/batch-file-info.ts';
import { fileInfo } from './visit/file-info.ts';
import { open } from './visit/open.ts';
import { openContent } from './visit/open-content.ts';
import { peek } from './visit/peek.ts';
import { makeSignedPages } from './visit/signed-pages.ts';
import { makeTexts } from './visit/texts.ts';

export type { ShareDeps } from './deps.ts';
export { makeShareRoutes } from './endpoints.ts';
export type { ShareCover, ShareService } from './service.ts';

export function makeShareService(deps: ShareDeps): ShareService {
  const parts: ShareParts = {
    ...deps,
    people: makePeople(deps.auth, async (userId) => registryOf(deps, userId).sender()),
    texts: makeTexts(),
    signedPages: makeSignedPages(),
  };
  return {
    peek: (query, call) => peek(parts, query, call),
    create: (caller, input, call) => create(parts, caller, input, call),
    list: (caller, query, call) => list(parts, caller, query, call),
    audit: (input) => audit(parts, input),
    remove: (caller, ids) => remove(parts, caller, ids),
    open: (query, call) => open(parts, query, call),
    fileInfo: (query, call) => fileInfo(parts, query, call),
    batchFileInfo: (query, call) => batchFileInfo(parts, query, call),
    change: (caller, input, call) => change(parts, caller, input, call),
    sender: (caller, call) => sender(parts, caller, call),
    setSender: (caller, nickname, call) => setSender(parts, caller, nickname, call),
    restore: (caller, input, call) => restore(parts, caller, input, call),
    contentSource: (claims) => openContent(parts, claims),
    statusText: (status, locale) => parts.texts.status(status, locale),
    invitation: (link, locale) => parts.texts.invitation(link, locale),
    tokenCookieName,
  };
}
