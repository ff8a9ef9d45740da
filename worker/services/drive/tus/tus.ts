/**
 * Uploads by tus: begun by path, sent in pieces of any size, each of which goes on where those before it end. A piece is stored as parts of
 * one window, so that a request that breaks off keeps what came before. Two requests at one offset: the drive takes the first part of one.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { gathered } from '#worker/platform/body/gathered.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { requireFileSize } from '../entitlement/traffic.store.ts';
import { NO_CONDITIONS } from '../programs/model.ts';
import type { programsPart } from '../programs/part.ts';
import { withinFolder } from '../programs/within.ts';
import { requireName } from '../tree/rules.ts';
import { orderOf } from '../upload/begin-upload.ts';
import type { DigestClaim } from '../upload/body/digests.ts';
import { sealAndHash } from '../upload/complete-upload.ts';
import { hashInline } from '../upload/hash/run.ts';
import type { uploadPart } from '../upload/part.ts';
import { type PartBody, type StoringDeps, storePart } from '../upload/store-part.ts';
import type { tusPart } from './part.ts';
import { nextSlice } from './slices.ts';
import { readTicket, signTicket, type Ticket } from './ticket.ts';
import type { TusState } from './tus.store.ts';

const driveAt = (deps: Pick<DriveDeps, 'drives'>, { userId }: Caller) =>
  driveOf<typeof tusPart & typeof uploadPart & typeof programsPart>(deps, userId);

export interface TusBegin {
  /** Names of folders from the root of the credential. */
  readonly folder: readonly string[];
  readonly name: string;
  readonly sizeBytes: number;
  /** As the client sent it. */
  readonly metadata: string;
}

export interface TusUpload {
  readonly ticket: string;
  readonly metadata: string;
  readonly state: TusState;
}

/** @throws AppError file_not_found, file_duplicated_name, file_name_invalid, permission_denied, file_too_large, file_space_not_enough */
export async function tusBegin(deps: DriveDeps, caller: Caller, input: TusBegin): Promise<TusUpload> {
  const { folder, name, sizeBytes, metadata } = input;
  requireName(name);
  requireFileSize(deps.limits.fileBytes, sizeBytes);
  const file = { parentId: '', name, sizeBytes, gcid: '', contentKey: '', protocol: 's3' as const, modifiedMs: null };
  const {
    parentId: _parent,
    conflict: _conflict,
    ...upload
  } = orderOf(deps, file, deps.limits.partBytes, (await deps.plans()).free);
  const drive = driveAt(deps, caller);
  const path = [...folder, name];
  const begun = await drive.beginAt(withinFolder(caller), { path, conditions: NO_CONDITIONS, upload, isBeside: true });
  const { uploadId } = unwrap(begun);
  // The bytes of nothing are all here.
  if (sizeBytes === 0) await hashInline(deps, caller.userId, unwrap(await drive.hashPlan(uploadId)));
  const state = await requireState(deps, caller, uploadId);
  return { ticket: await signTicket(deps.keyring, caller, { uploadId, metadata }), metadata, state };
}

/** @throws AppError unauthenticated; not_found with `no_upload` for a text that is none of ours */
async function requireTicket(deps: DriveDeps, caller: Caller, text: string): Promise<Ticket> {
  const ticket = await readTicket(deps.keyring, caller, text);
  if (ticket) return ticket;
  // The drive stores whether the credential has ended: that is said before anything about the upload.
  const found = await driveAt(deps, caller).tusState(withinFolder(caller), '');
  if (!found.ok && found.error.name !== 'not_found') unwrap(found);
  throw new AppError('not_found', { reason: 'no_upload' });
}

/** An upload that goes on or has ended well. @throws AppError not_found with `upload_gone` */
async function requireState(deps: DriveDeps, caller: Caller, uploadId: string): Promise<TusState> {
  const found = await driveAt(deps, caller).tusState(withinFolder(caller), uploadId);
  if (!found.ok && found.error.name === 'not_found') throw new AppError('not_found', { reason: 'upload_gone' });
  const state = unwrap(found);
  if (state.phase === 'aborted' || state.phase === 'failed') throw new AppError('not_found', { reason: 'upload_gone' });
  return state;
}

const isWhole = ({ phase, offsetBytes, sizeBytes }: TusState) => phase === 'open' && offsetBytes === sizeBytes;

/** Makes the file when the last byte is here: also where an earlier request stored that and was cut off. */
async function sealed(deps: DriveDeps, caller: Caller, state: TusState): Promise<TusState> {
  if (!isWhole(state)) return state;
  unwrap(await driveAt(deps, caller).tusMayEnd(withinFolder(caller), state.uploadId));
  const { upload } = await sealAndHash(deps, withinFolder(caller), state.uploadId, null);
  return { ...state, phase: upload.phase };
}

/** @throws AppError not_found, unauthenticated */
export async function tusLook(deps: DriveDeps, caller: Caller, text: string): Promise<TusUpload> {
  const { uploadId, metadata } = await requireTicket(deps, caller, text);
  const state = await sealed(deps, caller, await requireState(deps, caller, uploadId));
  return { ticket: text, metadata, state };
}

export interface TusPiece {
  readonly ticket: string;
  /** Where the client goes on. */
  readonly offsetBytes: number;
  /** Content-Length; null where the sender did not say. */
  readonly lengthBytes: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Of the whole piece, which is taken whole or not at all; null for none. */
  readonly claim: DigestClaim | null;
  readonly requireDiskSpace: StoringDeps['requireDiskSpace'];
}

interface Visit extends Pick<DriveDeps, 'clock'> {
  readonly storing: StoringDeps;
  readonly partBytes: number;
  readonly person: CallerData;
  readonly uploadId: string;
}

/** Stores one part behind those that are there. @returns the state behind it */
async function addPart(visit: Visit, at: TusState, sizeBytes: number, body: PartBody): Promise<TusState> {
  const part = at.parts + 1;
  const order = { uploadId: visit.uploadId, part, sizeBytes, protocol: 's3' as const, single: false };
  await storePart(visit.storing, visit.person, { ...order, startsAt: at.offsetBytes }, body);
  return { ...at, parts: part, offsetBytes: at.offsetBytes + sizeBytes };
}

async function addKnown(
  visit: Visit,
  from: TusState,
  body: ReadableStream<Uint8Array>,
  lengthBytes: number,
): Promise<TusState> {
  const reader = body.getReader({ mode: 'byob' });
  let state = from;
  try {
    for (let left = lengthBytes; left > 0; ) {
      const sizeBytes = Math.min(visit.partBytes, left);
      const { stream, ended } = nextSlice(reader, sizeBytes);
      try {
        state = await addPart(visit, state, sizeBytes, { stream });
      } finally {
        await ended;
      }
      left -= sizeBytes;
    }
    return state;
  } finally {
    reader.releaseLock();
  }
}

function addUnknown(visit: Visit, from: TusState, body: ReadableStream<Uint8Array>): Promise<TusState> {
  const { person, partBytes: windowBytes, clock } = visit;
  return gathered({ userId: person.userId, body, clock, windowBytes }, async (reader) => {
    let state = from;
    for (let bytes = await reader.next(); bytes; bytes = await reader.next()) {
      if (state.offsetBytes + bytes.length > state.sizeBytes) throw tooLong();
      state = await addPart(visit, state, bytes.length, { stream: new Response(bytes).body });
    }
    return state;
  });
}

const tooLong = () => new AppError('file_too_large', { reason: 'upload_length', field: 'Upload-Offset' });

/**
 * @throws AppError not_found; failed_precondition with `offset` where the stored bytes end elsewhere; file_too_large beyond the length;
 *   upload_checksum_mismatch, invalid_argument for a checksum of an unsaid length or more pieces than there may be; those of storing a part
 */
export async function tusAppend(deps: DriveDeps, caller: Caller, piece: TusPiece): Promise<TusUpload> {
  const { uploadId, metadata } = await requireTicket(deps, caller, piece.ticket);
  const from = await requireState(deps, caller, uploadId);
  const { lengthBytes, body, claim } = piece;
  if (piece.offsetBytes !== from.offsetBytes) throw new AppError('failed_precondition', { reason: 'offset' });
  if (lengthBytes !== null && from.offsetBytes + lengthBytes > from.sizeBytes) throw tooLong();
  if (claim && lengthBytes === null)
    throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
  const visit: Visit = {
    clock: deps.clock,
    storing: { ...deps, requireDiskSpace: piece.requireDiskSpace },
    partBytes: deps.limits.partBytes,
    person: withinFolder(caller),
    uploadId,
  };
  let state = from;
  if (from.phase === 'open' && body && lengthBytes !== 0) {
    if (lengthBytes === null) state = await addUnknown(visit, from, body);
    else if (claim) state = await addPart(visit, from, lengthBytes, { stream: body, claims: [claim] });
    else state = await addKnown(visit, from, body, lengthBytes);
  }
  return { ticket: piece.ticket, metadata, state: await sealed(deps, caller, state) };
}

/** Gives an upload up. @throws AppError not_found; permission_denied for one whose file is there */
export async function tusEnd(deps: DriveDeps, caller: Caller, text: string): Promise<void> {
  const { uploadId } = await requireTicket(deps, caller, text);
  const { phase } = await requireState(deps, caller, uploadId);
  if (phase !== 'open') throw new AppError('permission_denied', { reason: 'upload_over' });
  unwrap(await driveAt(deps, caller).abortUpload(withinFolder(caller), uploadId));
}
