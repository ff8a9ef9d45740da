/** The operators' side of config: calls of the one ConfigObject, and what needs no object. */
import type { DocumentName } from '#shared/documents/registry.ts';
import { AppError, type Result, unwrap } from '#shared/errors.ts';
import type { ConfigDeps } from './deps.ts';
import { differenceOf } from './difference.ts';
import { BOOK_NAME, LOG_ACTS, NOTE_CHARS, TEXT_CHARS } from './keys.ts';
import type { Published } from './rpc-types.ts';
import type { DocumentRegistry } from './service.ts';

/** One line, cut: a note is read in a list. */
const noteOf = (note: string): string => note.replace(/\s+/g, ' ').trim().slice(0, NOTE_CHARS);

/**
 * Texts of browsers' forms come with carriage returns; a document has none, so that lines and comparisons are the same everywhere.
 * @throws AppError invalid_argument for a text that no row can hold
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

export function makeBook({ books }: Pick<ConfigDeps, 'books'>): DocumentRegistry {
  const book = () => books.getByName(BOOK_NAME);
  const read = async (name: DocumentName) => unwrap(await book().read(name));
  return {
    read,
    overview: async () => unwrap(await book().overview()),
    versionText: async (name, version) => unwrap(await book().version(name, version)).text,
    history: async (name) => unwrap(await book().history(name)),
    log: async (query) => unwrap(await book().log({ ...query, limit: Math.max(1, Math.min(LOG_ACTS, query.limit)) })),
    async note(actor, noted) {
      unwrap(await book().note(actor, { ...noted, note: noted.note.slice(0, 500) }));
    },
    saveDraft: async (actor, input) => unwrap(await book().saveDraft(actor, { ...input, text: textOf(input.text) })),
    async discardDraft(actor, name) {
      unwrap(await book().discardDraft(actor, name));
    },
    publish: async (actor, input) =>
      unwrap(
        (await book().publish(actor, {
          ...input,
          text: input.text === null ? null : textOf(input.text),
          note: noteOf(input.note),
        })) as Result<Published>,
      ),
    rollback: async (actor, input) =>
      unwrap((await book().rollback(actor, { ...input, note: noteOf(input.note) })) as Result<Published>),
    async diff(name, text) {
      const { text: live, draft } = await read(name);
      return differenceOf(live, text === null ? (draft?.text ?? live) : textOf(text));
    },
  };
}
