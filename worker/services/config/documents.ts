/** The operators' side of config: calls of the one ConfigObject, and comparison of texts. */
import type { DocumentName } from '#shared/documents/registry.ts';
import { AppError, type Result, unwrap } from '#shared/errors.ts';
import type { ConfigDeps } from './deps.ts';
import { differenceOf } from './difference.ts';
import { LOG_ACTS, NOTE_CHARS, REGISTRY_NAME, TEXT_CHARS } from './keys.ts';
import type { PublishResult } from './rpc-types.ts';
import type { DocumentRegistry } from './service.ts';

/** A note as one short line, for lists. */
const noteOf = (note: string): string => note.replace(/\s+/g, ' ').trim().slice(0, NOTE_CHARS);

/**
 * Removes carriage returns of browsers' forms, so that lines and comparisons are the same everywhere.
 * @throws AppError invalid_argument for a text that is too long for a row
 */
function textOf(text: string): string {
  if (text.length > TEXT_CHARS)
    throw new AppError('invalid_argument', {
      reason: 'too_long',
      field: 'text',
      message: `a text holds at most ${TEXT_CHARS} characters`,
    });
  return text.replace(/\r\n?/g, '\n');
}

export function makeDocumentRegistry({ registries }: Pick<ConfigDeps, 'registries'>): DocumentRegistry {
  const registry = () => registries.getByName(REGISTRY_NAME);
  const read = async (name: DocumentName) => unwrap(await registry().read(name));
  return {
    read,
    overview: async () => unwrap(await registry().overview()),
    versionText: async (name, version) => unwrap(await registry().version(name, version)).text,
    history: async (name) => unwrap(await registry().history(name)),
    log: async (query) =>
      unwrap(await registry().log({ ...query, limit: Math.max(1, Math.min(LOG_ACTS, query.limit)) })),
    logHead: async () => unwrap(await registry().logHead()),
    brokenAct: async () => unwrap(await registry().brokenAct()),
    backupTimes: async () => unwrap(await registry().backupTimes()),
    async recordAct(actor, noted) {
      unwrap(await registry().recordAct(actor, { ...noted, note: noted.note.slice(0, NOTE_CHARS) }));
    },
    hadOperator: async () => unwrap(await registry().hadOperator()),
    async recordFirstOperator(actor, note) {
      unwrap(await registry().recordFirstOperator(actor, note.slice(0, NOTE_CHARS)));
    },
    saveDraft: async (actor, input) =>
      unwrap(await registry().saveDraft(actor, { ...input, text: textOf(input.text) })),
    async discardDraft(actor, name) {
      unwrap(await registry().discardDraft(actor, name));
    },
    publish: async (actor, input) =>
      unwrap(
        (await registry().publish(actor, {
          ...input,
          text: input.text === null ? null : textOf(input.text),
          note: noteOf(input.note),
        })) as Result<PublishResult>,
      ),
    rollback: async (actor, input) =>
      unwrap((await registry().rollback(actor, { ...input, note: noteOf(input.note) })) as Result<PublishResult>),
    async diff(name, text) {
      const { text: live, draft } = await read(name);
      return differenceOf(live, text === null ? (draft?.text ?? live) : textOf(text));
    },
  };
}
