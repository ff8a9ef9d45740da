/**
 * Makes a link: a pending row in the owner's book, then what it shows, the watch in the drive, the link itself, and the row
 * is done. Every step may be repeated; what a crash leaves is finished by a repeat or swept by the book.
 */
import { createHash } from 'node:crypto';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { asShareId, type NodeId } from '#shared/ids.ts';
import { newPassCode, newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { IdempotencyKey } from '#worker/platform/stored-object.ts';
import type { SharedItem } from '#worker/services/drive/service.ts';
import { callerData, registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { CreatedShare, CreateShareInput } from '../service.ts';
import { type BookLink, CREATE_OPERATION } from '../share-book.object.ts';
import { expiryOf, isPassCode, isRestoreLimit } from '../state/rules.ts';
import { newPassHash } from './pass-hash.ts';
import { shareUrl } from './share-url.ts';

function refuse(field: string, reason: string): AppError {
  return new AppError('invalid_argument', { field, reason });
}

/** @throws AppError invalid_argument, file_not_found, file_in_recycle_bin, share_status_prohibited */
export async function create(
  parts: ShareParts,
  caller: Caller,
  input: CreateShareInput,
  call: CallContext,
): Promise<CreatedShare> {
  const rootIds = [...new Set(input.fileIds)];
  if (rootIds.length === 0 || rootIds.length > 100 || rootIds.includes('' as NodeId)) throw refuse('file_ids', 'count');
  if (expiryOf(input.expirationDays, call.nowMs) === undefined) throw refuse('expiration_days', 'out_of_range');
  const restoreLimit = input.restoreLimit;
  if (!isRestoreLimit(restoreLimit)) throw refuse('restore_limit', 'out_of_range');
  const isLocked = input.passCodeRequired || input.shareTo === 'encryptedlink';
  if (isLocked && input.customPassCode !== '' && !isPassCode(input.customPassCode))
    throw refuse('custom_pass_code', 'format');
  const chosenCode = isLocked ? input.customPassCode || newPassCode() : '';

  const book = registryOf(parts, caller.userId);
  const link: BookLink = unwrap(
    await book.begin(
      callerData(caller),
      {
        shareId: newWireId(),
        rootIds,
        shareTo: input.shareTo,
        passSeal: chosenCode === '' ? '' : await parts.keyring.seal(KEY_PURPOSE.passSeal, chosenCode),
        expirationDays: input.expirationDays === 0 ? -1 : input.expirationDays,
        restoreLimit,
      },
      idempotencyKeyFor(call, input),
    ),
  );
  const passCode = link.passSeal === '' ? '' : ((await parts.keyring.open(KEY_PURPOSE.passSeal, link.passSeal)) ?? '');
  const created = { shareId: asShareId(link.shareId), shareUrl: shareUrl(parts.appOrigin, link.shareId), passCode };
  if (link.state !== 'pending') return created;

  try {
    await raise(parts, caller, input, link, passCode);
  } catch (error) {
    // Refused for good: as if it had never been asked for. Anything else may be finished by a repeat, or is swept.
    if (isAppError(error)) unwrap(await book.abandon(link.shareId));
    throw error;
  }
  return created;
}

async function raise(
  parts: ShareParts,
  caller: Caller,
  input: CreateShareInput,
  link: BookLink,
  passCode: string,
): Promise<void> {
  const rootIds = link.rootIds as readonly NodeId[];
  const shareId = asShareId(link.shareId);
  const items = await parts.drive.describeForShare(caller, rootIds);
  // Watched before it can be opened: no change is missed from the first page on.
  await parts.drive.watch(caller.userId, shareId, rootIds);
  const title = input.title.trim();
  unwrap(
    await shareOf(parts, shareId).init({
      shareId,
      ownerId: caller.userId,
      rootIds,
      customTitle: title,
      title: title || (items[0]?.name ?? ''),
      fileNum: sum(items, ({ fileCount }) => fileCount),
      fileKind: items[0]?.folder ? 'drive#folder' : 'drive#file',
      sizeBytes: sum(items, ({ sizeBytes }) => sizeBytes),
      expiresAtMs: expiryOf(link.expirationDays, link.createdMs) ?? null,
      restoreLimit: link.restoreLimit === -1 ? null : link.restoreLimit,
      ...(await newPassHash(parts.keyring, passCode)),
    }),
  );
  unwrap(await registryOf(parts, caller.userId).finish(link.shareId));
}

function sum(items: readonly SharedItem[], of: (item: SharedItem) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function idempotencyKeyFor(call: CallContext, input: CreateShareInput): IdempotencyKey | null {
  if (call.idempotencyKey === null) return null;
  const { fileIds, passCodeRequired, customPassCode, expirationDays, restoreLimit, title, shareTo } = input;
  const asked = JSON.stringify([
    fileIds,
    passCodeRequired,
    customPassCode,
    expirationDays,
    restoreLimit,
    title,
    shareTo,
  ]);
  return {
    operation: CREATE_OPERATION,
    key: call.idempotencyKey,
    fingerprint: createHash('sha256').update(asked).digest('hex'),
  };
}
