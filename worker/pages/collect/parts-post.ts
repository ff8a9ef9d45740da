/**
 * `/c/{id}/{receipt}/{key}`: a visitor's file in parts, for the script of the page. A form begins it or asks which parts are here,
 * `?part=` takes the bytes of one, `?done` makes them the file. Answers are JSON.
 */
import { Buffer } from 'node:buffer';
import type { Context } from 'hono';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { noteOf, passedCheck, visitorOf } from '#worker/services/drive/service.ts';
import { readForm, refusalOf, requireOwnWrite } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { checkFor, jsonRefusal } from './json-refusal.ts';

/** Longest form: names, a note and the first bytes. */
const MAX_FORM = 16_384;
const MAX_NAME = 1_000;
const MAX_HEAD = 1_000;
const MAX_NOTE = 2_000;
const MAX_TOKEN = 4_096;

const named = (c: Context<AppEnv>) => ({
  linkId: c.req.param('collectId') ?? '',
  receipt: c.req.param('receipt') ?? '',
  fileKey: c.req.param('key') ?? '',
});

function invalid(field: string): AppError {
  return new AppError('invalid_argument', { reason: field, field, messageKey: 'drive.collect.refused.form' });
}

async function begin(c: Context<AppEnv>, deps: PageDeps): Promise<object> {
  const form = await readForm(c, deps, MAX_FORM);
  const sizeBytes = parseCount(form.field('size', 20));
  if (sizeBytes === null) throw invalid('size');
  const { isChecked, needsCheck } = await passedCheck(
    deps.shield,
    c.get('call'),
    form.field('captcha_token', MAX_TOKEN),
  );
  const { phase, partBytes, parts } = await deps.drive.beginCollectedParts({
    ...named(c),
    name: form.field('name', MAX_NAME),
    sizeBytes,
    isChecked,
    needsCheck,
    visitor: visitorOf(form.field('visitor', MAX_NAME)),
    note: noteOf(form.field('note', MAX_NOTE)),
    head: Buffer.from(form.field('head', MAX_HEAD), 'base64'),
    requireDiskSpace: c.get('requireDiskSpace'),
  });
  return { done: phase !== 'open', part_bytes: partBytes, parts };
}

async function takePart(c: Context<AppEnv>, deps: PageDeps, part: number | null): Promise<object> {
  requireOwnWrite(c, deps);
  const { body } = c.req.raw;
  const sizeBytes = parseCount(c.req.header('content-length') ?? '');
  if (part === null || sizeBytes === null || !body) throw invalid('part');
  const requireDiskSpace = c.get('requireDiskSpace');
  await deps.drive.receiveCollectedPart({ ...named(c), part, sizeBytes, body, requireDiskSpace });
  return {};
}

async function finish(c: Context<AppEnv>, deps: PageDeps): Promise<object> {
  requireOwnWrite(c, deps);
  await deps.drive.finishCollected(named(c));
  return {};
}

export async function partsPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  try {
    const part = c.req.query('part');
    const answer =
      part !== undefined
        ? await takePart(c, deps, parseCount(part))
        : await (c.req.query('done') === undefined ? begin(c, deps) : finish(c, deps));
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (refusal.errorName === 'permission_denied') throw refusal;
    return jsonRefusal(c, refusal, await checkFor(c, deps, refusal));
  }
}
