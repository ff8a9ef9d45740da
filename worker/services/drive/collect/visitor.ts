/**
 * Operations of visitors of a link that collects: read its terms, send a file, read a receipt, withdraw. No answer depends on the
 * files in the folder: answers repeat only what the visitor sent.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HEAD_BYTES } from '#shared/drive/collect/content-check.ts';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { drainBody, readSome } from '#worker/platform/body/read.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { OWNER_LIMITS } from '../entitlement/owner-limits.ts';
import { checkUpload, orderOf } from '../upload/begin-upload.ts';
import { withHead } from '../upload/body/form-body.ts';
import { type BodyDecoder, BodyMalformed } from '../upload/body/stream-body.ts';
import { isFileKey } from '../upload/by-part/send-parts.ts';
import { hashInline } from '../upload/hash/run.ts';
import type { uploadPart } from '../upload/part.ts';
import { putWhole } from '../upload/put/put-whole.ts';
import { requireWholeSize } from '../upload/put/refusals.ts';
import { compareRepeat } from '../upload/put/repeat.ts';
import type { UploadHolding } from '../upload/rpc-types.ts';
import type { ReceiptFile } from './files.store.ts';
import { linkOwner, ownerOfLink } from './link-owner.ts';
import type { CollectData } from './links.store.ts';
import type { collectPart } from './part.ts';
import type { SentKey } from './parts.store.ts';

/** An upload that broke off holds its place no longer; the body of one request takes less. */
const UPLOAD_TTL_MS = HOUR_MS;
/** 30 s: how long a request waits for a later one of the same file, and between two looks. */
const OTHER_MS = 30 * SECOND_MS;
const OTHER_LOOK_MS = 200;
const SECRET = /^[\w-]{22,64}$/;
/** A link as pages read it, for so long: visitors of a popular one do not reach its owner's drive each. */
const VIEW_MS = SECOND_MS;
const MAX_VIEWS = 500;

export interface CollectView extends CollectData {
  readonly ownerId: string;
}

export interface SentFile {
  readonly linkId: string;
  /** The visitor's secret: who has it may read the receipt and withdraw. */
  readonly receipt: string;
  readonly fileKey: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly visitor: string;
  readonly note: string;
  readonly isChecked: boolean;
  readonly needsCheck: boolean;
  /** Bytes that were read already, and the rest. */
  readonly rest: Uint8Array<ArrayBuffer>;
  readonly body: ReadableStream<Uint8Array>;
  readonly decoder: BodyDecoder;
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

const viewsOf = new WeakMap<DriveDeps, Map<string, { view: Promise<CollectView>; untilMs: number }>>();

async function readView(deps: DriveDeps, id: string): Promise<CollectView> {
  const ownerId = await ownerOfLink(deps.keyring, id);
  const link = unwrap(await driveOf<typeof collectPart>(deps, ownerId).collectLink(id));
  if (link.state === 'gone') throw new AppError('not_found', { reason: 'no_such_link' });
  return { ...link, ownerId };
}

/** @throws AppError not_found, also where the folder is in the trash or deleted */
export function openCollectLink(deps: DriveDeps, id: string): Promise<CollectView> {
  const views = viewsOf.get(deps) ?? new Map<string, { view: Promise<CollectView>; untilMs: number }>();
  viewsOf.set(deps, views);
  const nowMs = deps.clock.nowMs();
  const known = views.get(id);
  if (known && nowMs < known.untilMs) return known.view;
  const view = readView(deps, id);
  view.catch(() => views.delete(id));
  views.delete(id);
  views.set(id, { view, untilMs: nowMs + VIEW_MS });
  const [oldest] = views.keys();
  if (views.size > MAX_VIEWS && oldest !== undefined) views.delete(oldest);
  return view;
}

export const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** A failure as visitors may read it. */
export function forVisitors(error: unknown): unknown {
  if (error instanceof BodyMalformed) return new AppError('invalid_argument', { reason: 'form', field: 'body' });
  if (!isAppError(error)) return error;
  const { errorName, detail } = error;
  if (OWNER_LIMITS.has(errorName) || detail?.reason === 'upload_sessions')
    return new AppError('failed_precondition', {
      reason: 'collect_space',
      messageKey: 'drive.collect.refused.space',
    });
  if (errorName === 'transfer_limit')
    return new AppError('too_many_requests', { reason: 'collect_busy', retryInSeconds: 5 });
  if (errorName === 'file_not_found' || errorName === 'file_in_recycle_bin' || errorName === 'unauthenticated')
    return new AppError('not_found', { reason: 'no_such_link' });
  return error;
}

/** The first bytes of the file, and a body that begins with them. */
export async function peek({
  rest,
  body,
  sizeBytes,
}: Pick<SentFile, 'rest' | 'body' | 'sizeBytes'>): Promise<{ head: Uint8Array; stream: ReadableStream<Uint8Array> }> {
  const wanted = Math.min(HEAD_BYTES, sizeBytes);
  if (rest.length >= wanted) return { head: rest.slice(0, wanted), stream: withHead(rest, body) };
  const reader = body.getReader({ mode: 'byob' });
  const { value } = await readSome(reader, wanted - rest.length, new Uint8Array(2 * HEAD_BYTES));
  reader.releaseLock();
  const begun = new Uint8Array(rest.length + (value?.length ?? 0));
  begun.set(rest);
  if (value) begun.set(value, rest.length);
  return { head: begun.slice(0, wanted), stream: withHead(begun, body) };
}

export const isSecret = (text: string) => SECRET.test(text);

/** @throws AppError invalid_argument */
export function requireSecret(receipt: string): void {
  if (!isSecret(receipt)) throw new AppError('invalid_argument', { reason: 'receipt', field: 'receipt' });
}

/** @throws AppError invalid_argument */
export function requireSecrets({ receipt, fileKey }: Pick<SentFile, 'receipt' | 'fileKey'>): void {
  requireSecret(receipt);
  if (!isFileKey(fileKey)) throw new AppError('invalid_argument', { reason: 'receipt', field: 'key' });
}

async function store(deps: DriveDeps, sent: SentFile, reading: { stream: ReadableStream<Uint8Array> }): Promise<void> {
  const { linkId, name, sizeBytes, decoder, requireDiskSpace } = sent;
  requireSecrets(sent);
  const ownerId = await ownerOfLink(deps.keyring, linkId);
  const upload = { parentId: '', name, sizeBytes, gcid: '', contentKey: '', protocol: 's3' as const, modifiedMs: null };
  checkUpload(deps, upload);
  requireWholeSize(sizeBytes);
  await requireDiskSpace(sizeBytes);
  const drive = driveOf<typeof uploadPart & typeof collectPart>(deps, ownerId);
  const { head, stream } = await peek(sent);
  reading.stream = stream;
  const order = { ...orderOf(deps, upload, Math.max(1, sizeBytes), (await deps.plans()).free), ttlMs: UPLOAD_TTL_MS };
  const receipt = digestOf(sent.receipt);
  const { uploadId, phase } = unwrap(
    await drive.beginCollected({
      linkId,
      receipt,
      fileKey: sent.fileKey,
      visitor: sent.visitor,
      note: sent.note,
      head,
      isChecked: sent.isChecked,
      needsCheck: sent.needsCheck,
      upload: order,
    }),
  );
  const key = { linkId, receipt, fileKey: sent.fileKey };
  if (uploadId === null) {
    await compareRepeat(sizeBytes, { stream, decoder }, (contentKey) =>
      holdingWhenHashed(deps, ownerId, key, contentKey),
    );
    return;
  }
  if (phase === 'hashing') {
    await hashInline(deps, ownerId, unwrap(await drive.hashPlan(uploadId)));
    return;
  }
  const owner = linkOwner(ownerId);
  try {
    await putWhole({ ...deps, requireDiskSpace }, owner, { uploadId, sizeBytes }, { stream, decoder });
  } catch (error) {
    // Its place is free at once. If this call fails, the sweep ends the upload.
    await drive.abortUpload(owner, uploadId).catch(() => undefined);
    if (!(await cameByAnother(deps, ownerId, key))) throw error;
  }
}

/** Whether a file that was sent before has this content; one that is being hashed is waited for. */
async function holdingWhenHashed(
  deps: DriveDeps,
  ownerId: string,
  key: SentKey,
  contentKey: string,
): Promise<UploadHolding> {
  const untilMs = deps.clock.nowMs() + OTHER_MS;
  for (;;) {
    const holding = unwrap(await driveOf<typeof collectPart>(deps, ownerId).collectedHolding(key, contentKey));
    if (holding !== 'hashing' || deps.clock.nowMs() > untilMs) return holding;
    await delay(OTHER_LOOK_MS);
  }
}

/** A file that is sent twice at a time is taken from the later request: the earlier one waits for it, and has the same answer. */
async function cameByAnother(deps: DriveDeps, ownerId: string, key: SentKey): Promise<boolean> {
  const untilMs = deps.clock.nowMs() + OTHER_MS;
  for (;;) {
    const state = unwrap(await driveOf<typeof collectPart>(deps, ownerId).collectedState(key));
    if (state !== 'coming') return state !== null;
    if (deps.clock.nowMs() > untilMs) return false;
    await delay(OTHER_LOOK_MS);
  }
}

/**
 * Takes one file. Sent again with its key it is taken once.
 * @throws AppError not_found, failed_precondition, invalid_argument, file_name_empty, file_name_invalid, file_too_large,
 * captcha_required, too_many_requests
 */
export async function receiveCollected(deps: DriveDeps, sent: SentFile): Promise<void> {
  const reading = { stream: sent.body };
  try {
    await store(deps, sent, reading);
  } catch (error) {
    throw forVisitors(error);
  } finally {
    // A sender reads its answer when all was read.
    await drainBody(reading.stream, sent.sizeBytes);
  }
}

/** Files of a receipt; none for a secret that belongs to no file. @throws AppError not_found */
export async function collectReceipt(deps: DriveDeps, linkId: string, receipt: string): Promise<ReceiptFile[]> {
  const ownerId = await ownerOfLink(deps.keyring, linkId);
  return unwrap(await driveOf<typeof collectPart>(deps, ownerId).collectReceipt(linkId, digestOf(receipt)));
}

/** @throws AppError not_found, failed_precondition when nothing may be withdrawn any more */
export async function withdrawCollected(deps: DriveDeps, linkId: string, receipt: string): Promise<void> {
  const ownerId = await ownerOfLink(deps.keyring, linkId);
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  unwrap(
    await driveOf<typeof collectPart>(deps, ownerId).withdrawCollected({
      linkId,
      receipt: digestOf(receipt),
      trashTtlMs,
    }),
  );
}
