/** The form of a visitor: its fields, then one file as a stream, whose size follows from the length of the body. */
import type { Context } from 'hono';
import { parseCount } from '#shared/count.ts';
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { AppError } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { boundaryOf } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { BodyMalformed, FormFileDecoder, lastFileBytes, readFormHead } from '#worker/services/drive/service.ts';
import { requireOwnWrite } from '../render/form.ts';
import type { PageDeps } from '../services.ts';

/** Action of the human check. */
export const COLLECT_ACTION = 'POST:/c';
/** Files of one address in an hour without a human check. */
const FREE_FILES = 20;
const MAX_TOKEN = 4_096;

/** Control and format characters go; so does what reads as a line of its own. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Whether this address has sent many files. */
async function isOverFree({ shield }: PageDeps, c: Context<AppEnv>): Promise<boolean> {
  try {
    await shield.countOpenCall({ name: 'collect', limit: FREE_FILES, windowMs: HOUR_MS }, c.get('call'));
    return false;
  } catch (error) {
    if (asAppError(error).errorName === 'too_many_requests') return true;
    throw error;
  }
}

/** The name that a visitor gave, on one line. */
export function visitorOf(text: string): string {
  return text.slice(0, COLLECT_VISITOR_CHARS).replaceAll(UNSHOWN, '').trim();
}

export function noteOf(text: string): string {
  return text.replaceAll('\r', '').slice(0, COLLECT_NOTE_CHARS).trim();
}

/** Spends the token of a human check, or says whether one is due. @throws AppError captcha_invalid */
export async function passedCheck(
  c: Context<AppEnv>,
  deps: PageDeps,
  token: string,
): Promise<{ isChecked: boolean; needsCheck: boolean }> {
  if (token === '') return { isChecked: false, needsCheck: await isOverFree(deps, c) };
  const call = c.get('call');
  await deps.shield.spendCaptcha({ token, action: COLLECT_ACTION, deviceId: call.deviceId, human: true }, call);
  return { isChecked: true, needsCheck: false };
}

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
  const { isChecked, needsCheck } = await passedCheck(c, deps, field('captcha_token', MAX_TOKEN));
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
