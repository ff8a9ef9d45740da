/** The published documents in this isolate: one live text each, made on first use. The kind of service is applied to them. */

import type { ServiceKind } from '#shared/config/service-kind.ts';
import type { DocumentKind } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName, type DocumentValue } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import { type LiveText, makeLiveText } from '#worker/platform/live-text.ts';
import type { ConfigDeps } from './deps.ts';
import { documentKey, REGISTRY_NAME } from './keys.ts';
import { followsKind, ofKind } from './kind-rules.ts';

interface Shown {
  readonly of: unknown;
  readonly kind: ServiceKind;
  readonly isKnown: boolean;
  readonly value: unknown;
}

export function makeLive({
  kv,
  registries,
  clock,
  serviceKind = 'everyone',
}: Pick<ConfigDeps, 'kv' | 'registries' | 'clock' | 'serviceKind'>) {
  const texts = new Map<DocumentName, LiveText<unknown>>();
  /** The same object for the same text: readers compare. */
  const shown = new Map<DocumentName, Shown>();

  async function published<Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>> {
    let text = texts.get(name);
    if (!text) {
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      const source = async () => unwrap(await registries.getByName(REGISTRY_NAME).read(name)).text;
      const parse = kind.parseStored ?? kind.parse;
      text = makeLiveText({ kv, key: documentKey(name), initial: kind.initial, parse, source, clock });
      texts.set(name, text);
    }
    return (await text.current()) as DocumentValue<Name>;
  }

  return async <Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>> => {
    const value = await published(name);
    if (!followsKind(name)) return value;
    const kind = (await published('service')).default.kind ?? serviceKind;
    const isKnown = [name, 'service' as const].every((each) => texts.get(each)?.isRead());
    const last = shown.get(name);
    if (last?.of === value && last.kind === kind && last.isKnown === isKnown) return last.value as DocumentValue<Name>;
    const changed = ofKind(name, value, kind, isKnown);
    shown.set(name, { of: value, kind, isKnown, value: changed });
    return changed;
  };
}
