/**
 * The one place where news is addressed: event name -> the room that hears it.
 * A handler is idempotent by the item's id and returns only when the news has taken effect.
 */
import type { Services } from './compose.ts';
import type { NewsItem } from './platform/news.ts';
import * as auth from './services/auth/events.ts';
import * as config from './services/config/events.ts';
import * as drive from './services/drive/events.ts';
import * as mail from './services/mail/events.ts';
import * as ops from './services/ops/events.ts';
import * as share from './services/share/events.ts';

export type NewsHandler = (item: NewsItem) => Promise<void>;
export type NewsTable = Readonly<Record<string, readonly NewsHandler[]>>;

export function newsTable(services: Services): NewsTable {
  const { objects, clock } = services;
  const driveDeps = { ...objects, clock };
  const shareDeps = { ...objects, drive: services.drive, clock };
  return {
    // Links first: what they show must be gone before it is deleted.
    'auth.account-closed': [
      (item) => share.onAccountClosed(shareDeps, item),
      (item) => drive.onAccountClosed(driveDeps, item),
      (item) => ops.onAccountClosed(objects, item),
    ],
    'auth.identifier-left': [(item) => auth.onIdentifierLeft(objects, item)],
    'auth.new-device': [(item) => auth.onNewDevice({ ...objects, mail: services.mail }, item)],
    'auth.sessions-ended': [
      (item) => drive.onSessionsEnded(driveDeps, item),
      (item) => share.onSessionsEnded(shareDeps, item),
    ],
    'config.published': [
      (item) => config.onPublished({ kv: services.kv, flush: services.flush, books: objects.configBook }, item),
    ],
    'drive.content-changed': [(item) => drive.onContentChanged(driveDeps, item)],
    'drive.tree-changed': [(item) => share.onTreeChanged(shareDeps, item)],
    'mail.send': [(item) => mail.onMailSend(services.mail, item)],
    'share.changed': [(item) => share.onShareChanged(objects, item)],
    'share.claim-left': [(item) => share.onClaimLeft(shareDeps, item)],
    'share.closed': [(item) => share.onShareClosed(shareDeps, item)],
  };
}

/** Delivers items in order; the ids of those every handler took. An event nobody hears is taken. */
export async function deliverNews(
  table: NewsTable,
  items: readonly NewsItem[],
  onError: (item: NewsItem, error: unknown) => void,
): Promise<string[]> {
  const taken: string[] = [];
  for (const item of items) {
    try {
      for (const handler of table[item.event] ?? []) await handler(item);
      taken.push(item.id);
    } catch (error) {
      onError(item, error);
    }
  }
  return taken;
}
