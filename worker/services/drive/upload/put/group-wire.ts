/** Several small files as one request brings them, and what a refused one answers. Linear in the bytes; no I/O. */
import { readClock } from '#shared/drive/photos/taken.ts';
import { type LandedFile, uploadContract } from '#shared/drive/upload.contract.ts';
import { GROUP_LINE_BYTES, groupedFiles } from '#shared/drive/upload-group.ts';
import { AppError, type ErrorData, errorBody } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { parseWireTime } from '#shared/units.ts';
import { check, parseBody } from '#worker/platform/http.ts';
import type { GroupInput } from './put-group.ts';

const LINE_FEED = 10;

function refused(reason: string, field: string, cause?: unknown): AppError {
  return new AppError('invalid_argument', { reason, field }, { cause });
}

function textOf(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch (cause) {
    throw refused('malformed_text', 'body', cause);
  }
}

/** @param body  at most the line and the bytes that the contract allows @throws AppError invalid_argument, with what is wrong */
export function readGroup(body: Uint8Array<ArrayBuffer>): GroupInput[] {
  const end = body.subarray(0, GROUP_LINE_BYTES).indexOf(LINE_FEED);
  if (end < 0) throw refused('no_line', 'body');
  const files = check(groupedFiles, parseBody(textOf(body.subarray(0, end))));
  if (new Set(files.map(({ key }) => key)).size < files.length) throw refused('repeated', 'key');
  let at = end + 1;
  const inputs = files.map((file): GroupInput => {
    const { name, key, size, conflict } = file;
    const bytes = body.subarray(at, at + size);
    at += size;
    const modifiedMs = parseWireTime(file.user_modified_time);
    const taken = readClock(file.taken) ?? undefined;
    const input = { parentId: asNodeId(file.parent_id), name, modifiedMs, taken, key, bytes };
    return conflict === 'keep_both' ? input : { ...input, conflict };
  });
  if (at !== body.length) throw refused('part_length', 'body');
  return inputs;
}

/** A refused file in the answer, in the language of the caller. */
export function refusedFile(error: ErrorData, locale: Locale): LandedFile {
  const { text } = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const formatBytes = makeFormat(locale).bytes;
  const { path } = uploadContract.putMany;
  const body = errorBody(error, { host: 'drive', path, translate: text, locale, formatBytes });
  const facts = body.details.find((entry) => 'metadata' in entry);
  const { reason, metadata } = facts ?? { reason: '', metadata: {} };
  const { error: name, error_code, error_description } = body;
  return { file: null, task: null, error: { error: name, error_code, error_description, reason, metadata } };
}
