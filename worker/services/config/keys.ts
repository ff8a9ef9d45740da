/** Names and times of the room of config. */
import type { DocumentName } from '#shared/documents/registry.ts';

/** News: a document has another version. Payload { name }. */
export const CONFIG_PUBLISHED = 'config.published';

/** The one ConfigObject. */
export const BOOK_NAME = 'documents';

/** KV: the published text of a document; no end. */
export function documentKey(name: DocumentName): string {
  return `document:${name}`;
}

/** Newest versions that a history shows; all are kept. */
export const HISTORY_VERSIONS = 200;
/** Acts of one page of the log at most. */
export const LOG_ACTS = 200;
/** Characters of a text that is kept, right or wrong: of any script, a row of the store holds them. */
export const TEXT_CHARS = 512 * 1024;
/** Characters of a note. */
export const NOTE_CHARS = 500;
/** Longest that an answer waits for KV; the outbox goes on behind it. */
export const SETTLE_WAIT_MS = 5_000;
