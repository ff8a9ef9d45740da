/** The form of a visitor: its fields, then one file as a stream, whose size follows from the length of the body. */
import type { Context } from 'hono';
import { parseCount } from '#shared/count.ts';
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { AppError } from '#shared/errors.ts';
import { boundaryOf } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import {
  BodyMalformed,
  FormFileDecoder,
  lastFileBytes,
  noteOf,
  passedCheck,
  readFormHead,
  visitorOf,
} from '#worker/services/drive/service.ts';
import { requireOwnWrite } from '../render/form.ts';
import type { PageDeps } from '../services.ts';

const MAX_TOKEN = 4_096;

function refuse(reason: string): AppError {
  return new AppError('invalid_argument', { reason, field: 'body', messageKey: 'drive.collect.refused.form' });
}

/**
 * Takes the file of the form into the drive of the link.
 * @param fields  filled as they are read, for a page that shows the form again
 * @throws AppError as `receiveCollected`, permission_denied for a form of another site, captcha_invalid
 */
export async function takeSentFile(
  c: Context<AppEnv>,
  deps: PageDeps,
  linkId: string,
  fields: { visitor: string; note: string; receipt: string },
): Promise<void> {
  const request = c.req.raw;
  requireOwnWrite(c, deps);
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const bodyBytes = parseCount(request.headers.get('content-length') ?? '');
  if (boundary === null || bodyBytes === null || !request.body) throw refuse('form');
  const head = await readFormHead(request.body, boundary).catch((error: unknown) => {
    throw error instanceof BodyMalformed ? refuse('form') : error;
  });
  const field = (name: string, most: number) => (head.fields.get(name) ?? '').slice(0, most);
  fields.visitor = visitorOf(field('visitor', COLLECT_VISITOR_CHARS));
  fields.note = noteOf(field('note', COLLECT_NOTE_CHARS * 2));
  fields.receipt = field('receipt', 100);
  if (head.fileName === '') throw new AppError('invalid_argument', { reason: 'none', messageKey: 'drive.plain.none' });
  const { isChecked, needsCheck } = await passedCheck(deps.shield, c.get('call'), field('captcha_token', MAX_TOKEN));
  await deps.drive.receiveCollected({
    linkId,
    receipt: fields.receipt,
    fileKey: field('key', 64),
    name: head.fileName,
    visitor: fields.visitor,
    note: fields.note,
    isChecked,
    needsCheck,
    sizeBytes: lastFileBytes(head, boundary, bodyBytes),
    rest: head.rest,
    body: request.body,
    decoder: new FormFileDecoder(boundary),
    requireDiskSpace: c.get('requireDiskSpace'),
  });
}
