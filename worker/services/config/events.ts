/**
 * News this room hears: its own `config.published` { name }, which takes the text of a document to KV. Hearing it twice, or
 * late, writes the same: what is written is always what is live when it is written.
 */
import * as v from 'valibot';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { Flush } from '#worker/platform/flush.ts';
import type { ConfigDeps } from './deps.ts';
import { BOOK_NAME, documentKey } from './keys.ts';

const published = v.object({ name: v.picklist(Object.keys(DOCUMENTS) as DocumentName[]) });

interface PublishDeps {
  readonly kv: Pick<KVNamespace, 'put'>;
  readonly flush: Pick<Flush, 'values'>;
  readonly books: ConfigDeps['books'];
}

export async function onPublished({ kv, flush, books }: PublishDeps, item: DomainEvent): Promise<void> {
  const { name } = v.parse(published, item.payload);
  const book = books.getByName(BOOK_NAME);
  for (;;) {
    const { version, text } = unwrap(await book.live(name));
    // Waited for however long it takes: a write that was given up might land after a newer one.
    await kv.put(documentKey(name), text, { metadata: { version } });
    await flush.values();
    // A newer version that went by while this one was written must be the last that KV hears of.
    if (unwrap(await book.settle(name, version)).current) return;
  }
}
