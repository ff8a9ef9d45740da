/** Workers whose documents are the test's own: they are in memory, and no other worker reads them. */
import type { DocumentName } from '#shared/documents/registry.ts';
import { documentKey } from '#worker/services/config/keys.ts';
import { makeServer, type Server } from './send.ts';

export interface MemoryDocuments {
  /** As much of KV as documents are read by. */
  readonly kv: KVNamespace;
  /** Puts a text there, as it is. */
  publish(name: DocumentName, text: string): void;
}

export function makeMemoryDocuments(documents: Readonly<Partial<Record<DocumentName, unknown>>>): MemoryDocuments {
  const texts = new Map<string, string>();
  const publish: MemoryDocuments['publish'] = (name, text) => void texts.set(documentKey(name), text);
  for (const [name, value] of Object.entries(documents)) publish(name as DocumentName, JSON.stringify(value));
  return { kv: { get: async (key: string) => texts.get(key) ?? null } as unknown as KVNamespace, publish };
}

export function serverWithRules(access: unknown): Server {
  return makeServer({ bindings: { CONFIG: makeMemoryDocuments({ access }).kv } });
}

export function serverWithSignUp(rules: object): Server {
  return makeServer({ bindings: { CONFIG: makeMemoryDocuments({ sign_up: { default: rules } }).kv } });
}
