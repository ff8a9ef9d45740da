/** Files that a person sent by links of others: receipts that the browser held before signing in go into the account. */
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { ReceiptFile } from './files.store.ts';
import { ownerOfLink } from './link-owner.ts';
import type { collectPart } from './part.ts';
import type { SentReceipt } from './sent-receipts.store.ts';
import { digestOf, isSecret } from './visitor.ts';

/** Receipts of one call and of one page. */
const SHOWN = 20;
/** 60 days: longer than an account takes to close. */
const EMPTY_MS = 60 * DAY_MS;

export interface SentFiles extends SentReceipt {
  readonly ownerId: string;
  /** Of the link; '' for a general one. */
  readonly title: string;
  readonly files: readonly ReceiptFile[];
}

/** Null for a receipt without files: its link is deleted or was never used, or its owner is blocked or closing the account. */
async function read(deps: DriveDeps, { linkId, receipt }: SentReceipt): Promise<SentFiles | null> {
  try {
    const ownerId = await ownerOfLink(deps.keyring, linkId);
    const drive = driveOf<typeof collectPart>(deps, ownerId);
    const [link, files] = await Promise.all([drive.collectLink(linkId), drive.collectReceipt(linkId, receipt)]);
    const { title } = unwrap(link);
    const sent = unwrap(files);
    return sent.length === 0 ? null : { linkId, receipt, ownerId, title, files: sent };
  } catch (error) {
    if (isAppError(error) && error.errorName === 'not_found') return null;
    throw error;
  }
}

/** The owner of a link; null for an id that no link ever had. */
async function ownerOf(deps: DriveDeps, linkId: string): Promise<string | null> {
  try {
    return await ownerOfLink(deps.keyring, linkId);
  } catch (error) {
    if (isAppError(error) && error.errorName === 'not_found') return null;
    throw error;
  }
}

/** Takes the secrets of a browser into the account, also while their link does not open. @returns how many were taken */
export async function keepReceipts(
  deps: DriveDeps,
  caller: Caller,
  secrets: readonly { readonly linkId: string; readonly secret: string }[],
): Promise<number> {
  const named = secrets.filter(({ secret }) => isSecret(secret)).slice(0, SHOWN);
  const owners = await Promise.all(named.map(({ linkId }) => ownerOf(deps, linkId)));
  // The caller's own link: the files are in the drive already.
  const taken = named.filter((_, at) => owners[at] !== null && owners[at] !== caller.userId);
  if (taken.length > 0)
    unwrap(
      await driveOf<typeof collectPart>(deps, caller.userId).keepReceipts(
        callerData(caller),
        taken.map(({ linkId, secret }) => ({ linkId, receipt: digestOf(secret) })),
      ),
    );
  return taken.length;
}

/** The newest ones. A receipt without files is deleted in the end: until then its owner may come back. */
export async function sentFiles(deps: DriveDeps, caller: Caller): Promise<SentFiles[]> {
  const drive = driveOf<typeof collectPart>(deps, caller.userId);
  const receipts = unwrap(await drive.sentReceipts(callerData(caller), SHOWN));
  const found = await Promise.all(receipts.map((each) => read(deps, each)));
  const nowMs = deps.clock.nowMs();
  const gone = receipts.filter(({ atMs }, at) => found[at] === null && atMs + EMPTY_MS < nowMs);
  if (gone.length > 0) unwrap(await drive.forgetReceipts(callerData(caller), gone));
  return found.filter((each) => each !== null);
}

/** Withdraws files of a receipt of the caller. @throws AppError not_found, failed_precondition when nothing may be withdrawn any more */
export async function takeBackSent(deps: DriveDeps, caller: Caller, { linkId, receipt }: SentReceipt): Promise<void> {
  const own = unwrap(
    await driveOf<typeof collectPart>(deps, caller.userId).sentReceipts(callerData(caller), Number.MAX_SAFE_INTEGER),
  );
  if (!own.some((each) => each.linkId === linkId && each.receipt === receipt))
    throw new AppError('not_found', { reason: 'no_such_receipt' });
  const ownerId = await ownerOfLink(deps.keyring, linkId);
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  unwrap(await driveOf<typeof collectPart>(deps, ownerId).withdrawCollected({ linkId, receipt, trashTtlMs }));
}
