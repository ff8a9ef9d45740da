/**
 * Opens a link or a folder inside it for a visitor. A closed link is no error: the status is in the answer.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { takeCode } from '#shared/intake/code.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import type { ShareView } from '#shared/share/contract.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Crumb } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import { PASS_CODE_ACTION } from '../keys.ts';
import { passHash } from '../state/pass-hash.ts';
import type { GuessAnswer } from '../state/rpc-types.ts';
import { fileLinksFor, fileOf, linkEndMs } from './loading.ts';
import type { PackedPage } from './packed-page.ts';
import { issuePassToken } from './pass-token.ts';
import { shareView } from './view.ts';
import { countView, digestOf } from './viewer.ts';
import { loadVisit, type OpenShareQuery, type Visit, visitShare } from './visit.ts';

export type OpenedShare = ShareView & { readonly path: readonly Crumb[]; readonly found: boolean };

/** Attempts when the passcode changes between reading the salt and guessing. */
const GUESS_ROUNDS = 3;
/** More was never a passcode as it was typed. */
const MAX_TYPED_CHARS = 100;

/** @throws AppError captcha_required, captcha_invalid when a passcode is tried past the limit of wrong ones; invalid_argument for a malformed page token */
export async function open(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<OpenedShare> {
  let visit = await visitShare(parts, query, call);
  if (visit.answer.status === 'PASS_CODE_EMPTY' && query.passCode !== '') {
    const codes = codesOf(query.passCode);
    // A text that may mean several passcodes is no try.
    if (codes.length === 0) return closed(parts, { ...visit.answer, status: 'PASS_CODE_ERROR' }, call);
    const { result, answer } = await guess(parts, query, codes, visit, call);
    if (result === 'wrong') {
      await parts.shield.reportFailure({ subject: '' }, call);
      return closed(parts, { ...answer, status: 'PASS_CODE_ERROR' }, call);
    }
    if (answer.status === 'OK') await countView(parts, query, answer.cover?.ownerId, call);
    // The page is read as one whose passcode was entered before.
    visit = { ...visit, answer };
  }
  const { cover } = visit.answer;
  if (visit.answer.status === 'OK' && cover && !visit.page) visit = await loadVisit(parts, query, visit, cover);
  return opened(parts, query, visit, call);
}

/** The answer of the API. */
export async function opened(
  parts: ShareParts,
  query: OpenShareQuery,
  { answer, page, passVersion }: Pick<Visit, 'answer' | 'page' | 'passVersion'>,
  call: CallContext,
): Promise<OpenedShare> {
  const { cover } = answer;
  if (answer.status !== 'OK' || !cover || !page) return closed(parts, answer, call);
  const body = JSON.parse(page.text) as PackedPage | null;
  const expiresAtMs = linkEndMs(parts, cover, call.nowMs);
  const links = await fileLinksFor(parts, query.shareId, cover, expiresAtMs, query.thumbnailSize);
  const view = shareView({
    status: 'OK',
    statusText: parts.texts.status('OK', call.locale),
    // The visitor's own token is not prolonged.
    passCodeToken:
      passVersion === cover.passVersion
        ? query.passCodeToken
        : await issuePassToken(parts.keyring, query.shareId, cover.passVersion, call.nowMs),
    nowMs: answer.nowMs,
    cover,
    person: await parts.people.person(asUserId(cover.ownerId), call.nowMs),
    files: (body?.rows ?? []).map((row) => fileOf(row, cover.ownerId, links)),
    nextPageToken: body?.nextPageToken ?? '',
  });
  return { ...view, path: body?.path ?? [], found: body !== null };
}

async function closed(parts: ShareParts, answer: Visit['answer'], call: CallContext): Promise<OpenedShare> {
  const { status, cover, nowMs } = answer;
  const person = cover ? await parts.people.person(asUserId(cover.ownerId), call.nowMs) : null;
  const view = shareView({
    status,
    statusText: parts.texts.status(status, call.locale),
    passCodeToken: '',
    nowMs,
    cover,
    person,
    files: [],
    nextPageToken: '',
  });
  return { ...view, path: [], found: false };
}

/** The spellings of one passcode, each of which may be the right one; none for a text that may mean several. */
function codesOf(typed: string): readonly string[] {
  const { code, isSure } = takeCode(typed, CODE_SHAPES.pass);
  if (code !== '' && !isSure) return [];
  const asTyped = typed.slice(0, MAX_TYPED_CHARS);
  return code === '' || code === asTyped ? [asTyped] : [asTyped, code];
}

/** Tries the passcode; past the limit of wrong ones it spends a human check first. */
async function guess(
  parts: ShareParts,
  query: OpenShareQuery,
  codes: readonly string[],
  { input: visit, answer: before }: Pick<Visit, 'input' | 'answer'>,
  call: CallContext,
): Promise<GuessAnswer> {
  const share = shareOf(parts, query.shareId);
  const limits = { limit: parts.limits.passCodeAttempts, windowMs: parts.limits.passCodeWindowSeconds * SECOND_MS };
  let current = before;
  const payer = await digestOf(parts, query.shareId, call.deviceId || call.address);
  let human = false;
  for (let round = 0; round < GUESS_ROUNDS; round++) {
    const { salt } = current;
    const hashes = await Promise.all(codes.map((code) => passHash(parts.keyring, salt, code)));
    const guessed: GuessAnswer = unwrap(
      await share.guess({ hashes, passVersion: current.cover?.passVersion ?? 0, human, payer, ...limits, visit }),
    );
    if (guessed.result === 'captcha') {
      // The check of this call was not enough: the next call must bring another one.
      if (call.captchaToken === '' || human) throw new AppError('captcha_required', { reason: 'pass_code_attempts' });
      await parts.shield.spendCaptcha(
        { token: call.captchaToken, action: PASS_CODE_ACTION, deviceId: call.deviceId, human: true },
        call,
      );
      human = true;
    } else if (guessed.result !== 'changed') return guessed;
    current = guessed.answer;
  }
  throw new AppError('aborted', { reason: 'pass_code_changing' });
}
