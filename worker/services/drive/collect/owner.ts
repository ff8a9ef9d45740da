/** An owner's links that collect files: made, listed, changed, closed, deleted. */
import {
  COLLECT_DEFAULT_FILES,
  COLLECT_MAX_FILES,
  type CollectKind,
  readExtensions,
} from '#shared/drive/collect/collect-terms.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { CollectedFile } from './arrivals.store.ts';
import { newLinkId } from './link-owner.ts';
import type { CollectData, CollectTerms } from './links.store.ts';
import type { collectPart } from './part.ts';

/** Terms as they were sent. */
export interface TermsInput {
  readonly title: string;
  readonly message: string;
  /** Null for never; NaN for an unreadable one. */
  readonly endsMs: number | null;
  readonly kind: CollectKind;
  readonly extensions: string;
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly maxFiles: number;
  readonly byPerson: boolean;
}

function invalid(field: string, messageKey: MessageKey): AppError {
  return new AppError('invalid_argument', { reason: 'collect_terms', field, messageKey });
}

/** @throws AppError invalid_argument */
function checkTerms(input: TermsInput): CollectTerms {
  const { endsMs, kind } = input;
  const extensions = kind === 'list' ? readExtensions(input.extensions) : [];
  if (!extensions || (kind === 'list' && extensions.length === 0))
    throw invalid('extensions', 'drive.collect.refused.extensions');
  if (input.maxFiles > COLLECT_MAX_FILES) throw invalid('max_files', 'drive.collect.refused.files');
  const text = (value: string) => value.replace(/\r\n?/g, '\n').trim();
  return {
    title: text(input.title).replaceAll('\n', ' '),
    message: text(input.message),
    endsMs,
    kind,
    extensions,
    fileBytes: input.fileBytes,
    totalBytes: input.totalBytes,
    maxFiles: input.maxFiles || COLLECT_DEFAULT_FILES,
    byPerson: input.byPerson,
  };
}

/** @throws AppError as the contract of drive.collectCreate says */
export async function createCollectLink(
  deps: DriveDeps,
  caller: Caller,
  folderId: string,
  input: TermsInput,
  call: CallContext,
): Promise<CollectData> {
  const terms = checkTerms(input);
  const id = await newLinkId(deps.keyring, caller.userId);
  const key = idempotencyKeyFor(call, 'collectCreate', { folderId, ...terms });
  return unwrap(
    await driveOf<typeof collectPart>(deps, caller.userId).makeCollectLink(
      callerData(caller),
      { id, folderId, terms, locale: call.locale },
      key,
    ),
  );
}

/** @param folderId  '' for those of all folders */
export async function collectLinks(deps: DriveDeps, caller: Caller, folderId: string): Promise<CollectData[]> {
  return unwrap(await driveOf<typeof collectPart>(deps, caller.userId).collectLinks(callerData(caller), folderId));
}

/** Files that came in by a link, with what visitors wrote, newest first. @throws AppError not_found */
export async function collectedFiles(
  deps: DriveDeps,
  caller: Caller,
  id: string,
  pageToken: string,
): Promise<{ files: CollectedFile[]; nextPageToken: string }> {
  return unwrap(
    await driveOf<typeof collectPart>(deps, caller.userId).collectedFiles(callerData(caller), id, pageToken),
  );
}

/** @throws AppError as the contract of drive.collectChange says */
export async function changeCollectLink(
  deps: DriveDeps,
  caller: Caller,
  id: string,
  input: TermsInput,
): Promise<CollectData> {
  const terms = checkTerms(input);
  return unwrap(
    await driveOf<typeof collectPart>(deps, caller.userId).changeCollectLink(callerData(caller), id, terms),
  );
}

/** @throws AppError not_found */
export async function closeCollectLink(
  deps: DriveDeps,
  caller: Caller,
  id: string,
  isClosed: boolean,
): Promise<CollectData> {
  return unwrap(
    await driveOf<typeof collectPart>(deps, caller.userId).closeCollectLink(callerData(caller), id, isClosed),
  );
}

/** @throws AppError not_found */
export async function deleteCollectLink(deps: DriveDeps, caller: Caller, id: string): Promise<void> {
  unwrap(await driveOf<typeof collectPart>(deps, caller.userId).deleteCollectLink(callerData(caller), id));
}
