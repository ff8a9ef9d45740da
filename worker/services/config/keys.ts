/** Names and limits of config. */
import type { DocumentName } from '#shared/documents/registry.ts';
import { MOST_TEXT_CHARS } from '#shared/json-text.ts';

/** Event: a document has a new live version. Payload { name }. */
export const CONFIG_PUBLISHED = 'config.published';

/** The one ConfigObject. */
export const REGISTRY_NAME = 'documents';

/** KV: the published text of a document; no end. */
export function documentKey(name: DocumentName): string {
  return `document:${name}`;
}

/** Newest versions that a history shows; all are stored. */
export const HISTORY_VERSIONS = 200;
/** Largest page of the log. */
export const LOG_ACTS = 200;
/** Largest text of a draft, in characters: a row can hold them in any script. */
export const TEXT_CHARS = MOST_TEXT_CHARS;
/** Characters of a note. */
export const NOTE_CHARS = 500;
/** Longest time an answer waits for KV; the outbox continues afterwards. */
export const SETTLE_WAIT_MS = 5_000;

/** Logos that no version names yet. */
export const UNNAMED_LOGOS = 5;

/** Newest acts whose hashes the operators' first page checks. */
export const CHECKED_ACTS = 200;
