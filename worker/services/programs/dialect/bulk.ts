/**
 * Many small files in one request: a part of the body for each, with its path in its head, and a line of the answer for each. A client sends
 * a file that is refused here once more by itself, and then gets the whole refusal.
 */
import { createHash } from 'node:crypto';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import { parseCount } from '#shared/count.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { MIB, SECOND_MS } from '#shared/units.ts';
import { boundaryOf } from '#worker/platform/body/form.ts';
import { gathered } from '#worker/platform/body/gathered.ts';
import { type BodyPart, readParts } from '#worker/platform/body/parts.ts';
import { drainRequest } from '#worker/platform/body/read.ts';
import { sleep, systemClock } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import type { Caller } from '#worker/platform/request.ts';
import { NO_CONDITIONS } from '#worker/services/drive/service.ts';
import { refusalResponse, sentenceOf } from '../dav/errors.ts';
import { readModified } from '../dav/files.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { requireRequestFits } from '../gate/request-limit.ts';
import { permissionsOf } from './fixed.ts';
import { fileIdOf } from './props.ts';

/** Files that are being stored at once, and the bytes of them. */
const LANES = 6;
const HELD_BYTES = WINDOW_BYTES;
const READ_BYTES = MIB;
/** Ten times what clients send. */
const MOST_FILES = 1_000;
/** 10 s: longest wait for memory. */
const PATIENCE_MS = 10 * SECOND_MS;
const LOOK_MS = SECOND_MS / 4;

interface Sending {
  readonly deps: ProgramDeps;
  readonly asked: ProgramRequest;
  readonly caller: Caller;
}

type Line = Readonly<Record<string, string | boolean>>;

/** @throws AppError as PUT of the same file */
async function store({ deps, asked, caller }: Sending, path: string, { head, bytes }: BodyPart): Promise<Line> {
  if (bytes === null) throw new AppError('file_too_large');
  const said = head.get('x-file-md5')?.toLowerCase() ?? '';
  if (said !== '' && createHash('md5').update(bytes).digest('hex') !== said)
    throw new AppError('upload_checksum_mismatch');
  const ifMatch = head.get('if-match') ?? null;
  const { entry } = await deps.drive.putAtPath(caller, {
    path: path.split('/').filter((name) => name !== ''),
    conditions: ifMatch === null ? NO_CONDITIONS : { ...NO_CONDITIONS, ifMatch },
    sizeBytes: bytes.length,
    body: bytes.length === 0 ? null : new Response(bytes).body,
    modifiedMs: readModified(head.get('x-oc-mtime') ?? head.get('x-file-mtime') ?? ''),
    requireDiskSpace: asked.requireDiskSpace,
    sha1: createHash('sha1').update(bytes).digest('hex'),
  });
  if (!entry) throw new AppError('unavailable', { reason: 'part_too_late' });
  return {
    error: false,
    etag: `"${entry.tag}"`,
    fileid: fileIdOf(entry),
    'OC-FileID': fileIdOf(entry),
    permissions: permissionsOf(true, false, false),
    'X-OC-MTime': 'accepted',
  };
}

/** Whether a refusal is one of the password, which holds for every file. */
function isOfPassword(error: unknown): error is AppError {
  if (!isAppError(error)) return false;
  const { errorName, detail } = error;
  return errorName === 'unauthenticated' || (errorName === 'permission_denied' && detail?.reason === 'read_only');
}

/** Stores files side by side. Two of one path follow each other. */
function makeStore(sending: Sending) {
  const lines = new Map<string, Line>();
  const running = new Set<Promise<void>>();
  const paths = new Set<string>();
  let heldBytes = 0;
  let refusal: AppError | undefined;

  async function run(path: string, part: BodyPart): Promise<void> {
    try {
      lines.set(path, await store(sending, path, part));
    } catch (error) {
      if (isOfPassword(error)) refusal ??= error;
      if (!isAppError(error)) logError('programs.bulk', error, { requestId: sending.asked.call.requestId });
      const known = isAppError(error) ? error : new AppError('internal');
      lines.set(path, { error: true, message: sentenceOf(known, sending.asked.call.locale) });
    }
  }

  /** @throws AppError of the password */
  async function ended(): Promise<void> {
    await Promise.all(running);
    if (refusal) throw refusal;
  }

  return {
    lines,
    ended,
    /** @throws AppError of the password */
    async take(part: BodyPart): Promise<void> {
      const path = part.head.get('x-file-path') ?? '';
      const sizeBytes = part.bytes?.length ?? 0;
      const mustWait = () => running.size >= LANES || (running.size > 0 && heldBytes + sizeBytes > HELD_BYTES);
      while (mustWait() || paths.has(path)) await Promise.race(running);
      if (refusal) throw refusal;
      paths.add(path);
      heldBytes += sizeBytes;
      const work = run(path, part).finally(() => {
        running.delete(work);
        paths.delete(path);
        heldBytes -= sizeBytes;
      });
      running.add(work);
    },
  };
}

/** Few bodies have memory at once: the next ones wait. @throws AppError unavailable */
async function whenThereIsMemory<T>(work: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      return await work();
    } catch (error) {
      const isBusy = isAppError(error) && error.detail?.reason === 'bodies_of_unknown_length';
      if (!isBusy || waitedMs >= PATIENCE_MS) throw error;
      await sleep(LOOK_MS);
    }
  }
}

async function storeAll(sending: Sending): Promise<Response> {
  const { asked, caller, deps } = sending;
  const { request } = asked;
  if (request.method !== 'POST') throw new AppError('method_not_allowed');
  requireRequestFits(deps, parseCount(request.headers.get('content-length') ?? ''));
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const { body } = request;
  if (boundary === null || body === null) throw new AppError('unsupported_media_type');
  const order = { userId: caller.userId, body, clock: systemClock, windowBytes: READ_BYTES };
  return whenThereIsMemory(() =>
    gathered(order, async (reader) => {
      const files = makeStore(sending);
      let status = 200;
      let count = 0;
      try {
        for await (const part of readParts(reader.next, boundary, HELD_BYTES)) {
          count += 1;
          if (count > MOST_FILES) throw new AppError('invalid_argument', { reason: 'too_many_files', field: 'body' });
          await files.take(part);
        }
      } catch (error) {
        // Files before this place have been stored, and the client learns of it.
        if (!isAppError(error) || error.errorName !== 'invalid_argument') throw error;
        status = 400;
      } finally {
        await files.ended();
      }
      return Response.json(Object.fromEntries(files.lines), { status });
    }),
  );
}

/** @throws AppError unauthenticated and those of `caller`, which the gate answers */
export async function putMany(deps: ProgramDeps, asked: ProgramRequest): Promise<Response> {
  const caller = await asked.caller();
  const { request, url, call } = asked;
  try {
    return await storeAll({ deps, asked, caller });
  } catch (error) {
    const known = isAppError(error) ? error : new AppError('internal', undefined, { cause: error });
    await drainRequest(request, HELD_BYTES);
    if (known.errorName === 'unauthenticated') throw known;
    if (!isAppError(error)) logError('programs.bulk', error, { requestId: call.requestId });
    return refusalResponse(known, { base: url.pathname, pathname: url.pathname, allow: 'POST' }, call.locale);
  }
}
