/**
 * Share: links that show part of a drive to others. Face, maker, routes and news.
 */
import { bookOf, type ShareDeps, type ShareParts } from './deps.ts';
import type { ShareService } from './face.ts';
import { tokenCookieName } from './keys.ts';
import { audit } from './ops/audit.ts';
import { batchFileInfo } from './ops/batch-file-info.ts';
import { change } from './ops/change.ts';
import { create } from './ops/create.ts';
import { fileInfo } from './ops/file-info.ts';
import { list } from './ops/list.ts';
import { open } from './ops/open.ts';
import { openContent } from './ops/open-content.ts';
import { peek } from './ops/peek.ts';
import { remove } from './ops/remove.ts';
import { restore } from './ops/restore.ts';
import { sender, setSender } from './ops/sender.ts';
import { makePeople } from './people.ts';
import { makeSignedPages } from './signed-pages.ts';
import { makeTexts } from './texts.ts';

export type { ShareDeps } from './deps.ts';
export type { ShareCover, ShareService } from './face.ts';
export { makeShareRoutes } from './http.ts';

export function makeShareService(deps: ShareDeps): ShareService {
  const parts: ShareParts = {
    ...deps,
    people: makePeople(deps.auth, async (userId) => bookOf(deps, userId).sender()),
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
