/** The published documents as this isolate knows them: one live text each, made when first asked for. */
import type { DocumentKind } from '#shared/documents/document.ts';
import { DOCUMENTS, type DocumentName, type DocumentValue } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import { type LiveText, makeLiveText } from '#worker/platform/live-text.ts';
import type { ConfigDeps } from './deps.ts';
import { BOOK_NAME, documentKey } from './keys.ts';

export function makeLive({ kv, books, clock }: Pick<ConfigDeps, 'kv' | 'books' | 'clock'>) {
  const texts = new Map<DocumentName, LiveText<unknown>>();
  return async <Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>> => {
    let text = texts.get(name);
    if (!text) {
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      const source = async () => unwrap(await books.getByName(BOOK_NAME).read(name)).text;
      text = makeLiveText({ kv, key: documentKey(name), initial: kind.initial, parse: kind.parse, source, clock });
      texts.set(name, text);
    }
    return (await text.current()) as DocumentValue<Name>;
  };
}
