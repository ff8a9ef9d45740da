/**
 * Changes the terms of a link: first in its owner's registry, whose event reaches the link even if this call fails afterwards;
 * then in the link itself, so that the change holds when the call answers.
 */
import { isAlbumId } from '#shared/drive/albums/album-terms.ts';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { asNodeId, type ShareId } from '#shared/ids.ts';
import { isPassCode, PASS_CODE_CHARS } from '#shared/share/model.ts';
import type { OwnLinkView } from '#shared/share/own-link.contract.ts';
import { newPassCode } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { OwnLink } from '../registry/share-book.store.ts';
import { endOf, noteOf } from '../registry/terms.ts';
import { newPassHash } from '../state/pass-hash.ts';
import type { LinkTerms } from '../state/rpc-types.ts';
import { isRestoreLimit } from '../state/rules.ts';
import { ownLink } from './own-links.ts';

/** Undefined fields stay as they are. */
export interface ChangeShareInput {
  readonly shareId: ShareId;
  /** `keep`: unless a custom one is given. `none`: remove it. `need`: the current one, else a new one. */
  readonly passCode: 'keep' | 'none' | 'need';
  readonly customPassCode: string;
  /** -1 never, else 1 to 365 from now. */
  readonly expirationDays?: number;
  /** -1 any number, else at least 1. */
  readonly restoreLimit?: number;
  /** '': the name of the first file or folder. */
  readonly title?: string;
  /** In place of `expirationDays`, epoch ms. */
  readonly expiresAtMs?: number;
  readonly note?: string;
  readonly viewOnly?: boolean;
  readonly previewsHidden?: boolean;
  readonly paused?: boolean;
}

function invalid(field: string, reason: string): AppError {
  return new AppError('invalid_argument', { field, reason });
}

/** @throws AppError invalid_argument; not_found for a link that is not on the caller's list */
export async function change(
  parts: ShareParts,
  caller: Caller,
  input: ChangeShareInput,
  call: CallContext,
): Promise<OwnLinkView> {
  const { shareId, expirationDays, expiresAtMs, restoreLimit, title, viewOnly, previewsHidden, paused } = input;
  if (input.customPassCode !== '' && !isPassCode(input.customPassCode)) throw invalid('custom_pass_code', 'format');
  const isEndChanged = expirationDays !== undefined || expiresAtMs !== undefined;
  const end = isEndChanged ? endOf({ ...input, expirationDays: expirationDays ?? -1 }, call.nowMs) : null;
  const note = input.note === undefined ? undefined : noteOf(input.note);
  if (restoreLimit !== undefined && !isRestoreLimit(restoreLimit)) throw invalid('restore_limit', 'out_of_range');

  const registry = registryOf(parts, caller.userId);
  const link: OwnLink | null = unwrap(await registry.finished(callerData(caller), shareId));
  if (!link) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  const code = await newCodeOf(parts, link, input);
  const same = {
    ...(end === null ? {} : { expiresAtMs: end.atMs }),
    ...(title === undefined ? {} : await titleOf(parts, caller, link, title)),
    ...(note === undefined ? {} : { note }),
    ...(viewOnly === undefined ? {} : { viewOnly }),
    ...(previewsHidden === undefined ? {} : { previewsHidden }),
    ...(paused === undefined ? {} : { paused }),
  };
  const terms: LinkTerms = {
    ...same,
    ...(code === null ? {} : { pass: await newPassHash(parts.keyring, code) }),
    ...(restoreLimit === undefined ? {} : { restoreLimit: restoreLimit === -1 ? null : restoreLimit }),
  };
  if (Object.keys(terms).length > 0) {
    const passSeal =
      code === null ? {} : { passSeal: code === '' ? '' : await parts.keyring.seal(KEY_PURPOSE.passSeal, code) };
    const stored = {
      shareId,
      ...same,
      ...passSeal,
      ...(end === null ? {} : { expirationDays: end.days }),
      ...(restoreLimit === undefined ? {} : { restoreLimit }),
    };
    const { seq }: { seq: number } = unwrap(await registry.change(callerData(caller), stored, terms));
    unwrap(await shareOf(parts, shareId).setTerms({ ownerId: caller.userId, seq, terms }));
  }
  return ownLink(parts, caller, shareId, call);
}

/** A title of the owner's own, or the name that an empty one goes back to; nothing where no file is left to name. */
async function titleOf(
  { drive }: ShareParts,
  caller: Caller,
  { rootIds }: OwnLink,
  title: string,
): Promise<{ title: string; isNamed: boolean } | object> {
  if (title !== '') return { title, isNamed: false };
  for (const id of rootIds) {
    try {
      if (isAlbumId(id))
        return { title: (await drive.describeForShare(caller, [asNodeId(id)]))[0]?.name ?? '', isNamed: true };
      return { title: (await drive.detail(caller, asNodeId(id))).name, isNamed: true };
    } catch (error) {
      const name = isAppError(error) ? error.errorName : '';
      if (name !== 'file_not_found' && name !== 'file_in_recycle_bin') throw error;
    }
  }
  return {};
}

/** The passcode to set, '' for none; null when it stays, so that tokens of the same code stay valid. */
async function newCodeOf(parts: ShareParts, link: OwnLink, input: ChangeShareInput): Promise<string | null> {
  const { passCode, customPassCode } = input;
  const current = link.passSeal === '' ? '' : ((await parts.keyring.open(KEY_PURPOSE.passSeal, link.passSeal)) ?? '');
  if (passCode === 'none') return link.passSeal === '' ? null : '';
  if (customPassCode !== '') return customPassCode === current ? null : customPassCode;
  return passCode === 'need' && current === '' ? newPassCode(PASS_CODE_CHARS.least) : null;
}
