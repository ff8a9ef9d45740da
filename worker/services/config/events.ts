/**
 * Event handler of config: its own `config.published` { name } writes the text of a document to KV. A repeated or late event writes
 * the same: always the text that is live at that time.
 */
import * as v from 'valibot';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { Flush } from '#worker/platform/flush.ts';
import type { ConfigDeps } from './deps.ts';
import { documentKey, REGISTRY_NAME } from './keys.ts';

const published = v.object({ name: v.picklist(Object.keys(DOCUMENTS) as DocumentName[]) });

interface PublishDeps {
  readonly kv: Pick<KVNamespace, 'put'>;
  readonly flush: Pick<Flush, 'values'>;
  readonly registries: ConfigDeps['registries'];
}

export async function onPublished({ kv, flush, registries }: PublishDeps, item: DomainEvent): Promise<void> {
  const { name } = v.parse(published, item.payload);
  const registry = registries.getByName(REGISTRY_NAME);
  for (;;) {
    const { version, text } = unwrap(await registry.live(name));
    // No time limit: an abandoned write might land after a newer one.
    await kv.put(documentKey(name), text, { metadata: { version } });
    await flush.values();
    // A version that was published during this write must be written last.
    if (unwrap(await registry.settle(name, version)).current) return;
  }
}
