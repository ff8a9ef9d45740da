/** The published documents in this isolate: one live text each, made on first use. */

import type { DocumentKind } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName, type DocumentValue } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import { type LiveText, makeLiveText } from '#worker/platform/live-text.ts';
import type { ConfigDeps } from './deps.ts';
import { documentKey, REGISTRY_NAME } from './keys.ts';

export function makeLive({ kv, registries, clock }: Pick<ConfigDeps, 'kv' | 'registries' | 'clock'>) {
  const texts = new Map<DocumentName, LiveText<unknown>>();
  return async <Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>> => {
    let text = texts.get(name);
    if (!text) {
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      const source = async () => unwrap(await registries.getByName(REGISTRY_NAME).read(name)).text;
      text = makeLiveText({ kv, key: documentKey(name), initial: kind.initial, parse: kind.parse, source, clock });
      texts.set(name, text);
    }
    return (await text.current()) as DocumentValue<Name>;
  };
}
