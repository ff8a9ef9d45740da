/**
 * Creates a link: inserts a pending row into the owner's registry, reads the shared nodes, adds the watch in the drive, creates
 * the link itself and marks the row as done. Every step may be repeated. After a crash a repeated call finishes the link, or the
 * alarm of the registry removes it.
 */
import { createHash } from 'node:crypto';
import { isAlbumId } from '#shared/drive/albums/album-terms.ts';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { isPassCode, PASS_CODE_CHARS } from '#shared/share/model.ts';
import { newPassCode, newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { SharedItem } from '#worker/services/drive/service.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import { CREATE_OPERATION, DIRECT, KEY_PURPOSE } from '../keys.ts';
import type { OwnLink } from '../registry/share-book.store.ts';
import { noteOf } from '../registry/terms.ts';
import { newPassHash } from '../state/pass-hash.ts';
import { isRestoreLimit } from '../state/rules.ts';
import { shareUrl } from './share-url.ts';

export interface CreateShareInput {
  readonly fileIds: readonly NodeId[];
  readonly passCodeRequired: boolean;
  /** '' makes a random one. */
  readonly customPassCode: string;
  /** -1 never, else 1 to 365. */
  readonly expirationDays: number;
  /** -1 any number, else at least 1. */
  readonly restoreLimit: number;
  /** '' means the name of the first item. */
  readonly title: string;
  readonly shareTo: string;
  /** In place of `expirationDays`, epoch ms. */
  readonly expiresAtMs?: number;
  /** Message to visitors. */
  readonly note?: string;
  readonly viewOnly?: boolean;
  readonly previewsHidden?: boolean;
}

export interface CreatedShare {
  readonly shareId: ShareId;
  /** Never holds the passcode. */
  readonly shareUrl: string;
  readonly passCode: string;
}

function invalid(field: string, reason: string): AppError {
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
  if (rootIds.length === 0 || rootIds.length > 100 || rootIds.includes('' as NodeId))
    throw invalid('file_ids', 'count');
  if (rootIds.length > 1 && rootIds.some(isAlbumId)) throw invalid('file_ids', 'album');
  const restoreLimit = input.restoreLimit;
  if (!isRestoreLimit(restoreLimit)) throw invalid('restore_limit', 'out_of_range');
  if (input.shareTo === DIRECT) throw invalid('share_to', 'reserved');
  const isLocked = input.passCodeRequired || input.shareTo === 'encryptedlink';
  if (isLocked && input.customPassCode !== '' && !isPassCode(input.customPassCode))
    throw invalid('custom_pass_code', 'format');
  const chosenCode = isLocked ? input.customPassCode || newPassCode(PASS_CODE_CHARS.least) : '';

  const registry = registryOf(parts, caller.userId);
  const link: OwnLink = unwrap(
    await registry.begin(
      callerData(caller),
      {
        shareId: newWireId(),
        rootIds,
        shareTo: input.shareTo,
        passSeal: chosenCode === '' ? '' : await parts.keyring.seal(KEY_PURPOSE.passSeal, chosenCode),
        expirationDays: input.expirationDays,
        ...(input.expiresAtMs === undefined ? {} : { expiresAtMs: input.expiresAtMs }),
        restoreLimit,
        note: noteOf(input.note ?? ''),
        viewOnly: input.viewOnly ?? false,
        previewsHidden: input.previewsHidden ?? false,
        locale: call.locale,
      },
      idempotencyKeyOf(call, input),
    ),
  );
  const passCode = link.passSeal === '' ? '' : ((await parts.keyring.open(KEY_PURPOSE.passSeal, link.passSeal)) ?? '');
  const created = { shareId: asShareId(link.shareId), shareUrl: shareUrl(parts.appOrigin, link.shareId), passCode };
  if (link.state !== 'pending') return created;

  await finishLink(parts, caller, { ...input, locale: call.locale }, link, passCode);
  parts.countLink();
  return created;
}

/** Makes a link that the registry has begun. @throws AppError as `create` */
export async function finishLink(
  ...[parts, caller, input, link, passCode]: Parameters<typeof makeLink>
): Promise<void> {
  try {
    await makeLink(parts, caller, input, link, passCode);
  } catch (error) {
    // A refusal is final and removes the link. After any other failure a repeated call or the alarm continues.
    if (isAppError(error)) unwrap(await registryOf(parts, caller.userId).abandon(link.shareId));
    throw error;
  }
}

async function makeLink(
  parts: ShareParts,
  caller: Caller,
  input: Pick<CreateShareInput, 'title'> & Pick<CallContext, 'locale'>,
  link: OwnLink,
  passCode: string,
): Promise<void> {
  const rootIds = link.rootIds as readonly NodeId[];
  const shareId = asShareId(link.shareId);
  const items = await parts.drive.describeForShare(caller, rootIds);
  const isDirect = link.shareTo === DIRECT;
  if (isDirect && items.some(({ folder }) => folder)) throw invalid('file_id', 'folder');
  // The watch comes before the link can be opened, so no change is missed.
  await parts.drive.watch(caller.userId, shareId, rootIds);
  const title = input.title.trim();
  const name = items[0]?.name ?? '';
  const facts = {
    title: title || name,
    fileNum: sum(items, ({ fileCount }) => fileCount),
    fileKind: items[0]?.folder ? 'drive#folder' : 'drive#file',
    sizeBytes: sum(items, ({ sizeBytes }) => sizeBytes),
  };
  unwrap(
    await shareOf(parts, shareId).init({
      shareId,
      ownerId: caller.userId,
      rootIds,
      customTitle: title,
      ...facts,
      expiresAtMs: link.expiresAtMs,
      note: link.note,
      viewOnly: link.viewOnly,
      previewsHidden: link.previewsHidden,
      restoreLimit: link.restoreLimit === -1 ? null : link.restoreLimit,
      ...(await newPassHash(parts.keyring, passCode)),
      locale: input.locale,
      isDirect,
    }),
  );
  const isUncounted = items.some((item) => item.isUncounted);
  unwrap(await registryOf(parts, caller.userId).finish(link.shareId, { ...facts, name }, isUncounted));
}

function sum(items: readonly SharedItem[], of: (item: SharedItem) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function idempotencyKeyOf(call: CallContext, input: CreateShareInput): IdempotencyKey | null {
  if (call.idempotencyKey === null) return null;
  const {
    fileIds,
    passCodeRequired,
    customPassCode,
    expirationDays,
    restoreLimit,
    title,
    shareTo,
    expiresAtMs,
    note,
    viewOnly,
    previewsHidden,
  } = input;
  const request = JSON.stringify([
    fileIds,
    passCodeRequired,
    customPassCode,
    expirationDays,
    restoreLimit,
    title,
    shareTo,
    ...(expiresAtMs === undefined && !note && !viewOnly ? [] : [expiresAtMs ?? 0, note ?? '', viewOnly ?? false]),
    ...(previewsHidden ? ['previews hidden'] : []),
  ]);
  return {
    operation: CREATE_OPERATION,
    key: call.idempotencyKey,
    fingerprint: createHash('sha256').update(request).digest('hex'),
  };
}
