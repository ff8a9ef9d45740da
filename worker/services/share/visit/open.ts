/**
 * Opens a link or a folder inside it for a visitor. A closed link is no error: the status is in the answer.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { asUserId, isWireId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE, PASS_CODE_ACTION } from '../keys.ts';
import { passHash } from '../link/pass-hash.ts';
import type { OpenedShare, OpenShareQuery } from '../service.ts';
import type { GuessAnswer, PageQuery, VisitAnswer, VisitInput } from '../state/rpc-types.ts';
import { isCrawler } from '../state/rules.ts';
import type { PageBody } from './cached-body.ts';
import { imageLinksFor, linkEndMs, loadPage, withLink } from './loading.ts';
import { issuePassToken, readPassToken } from './pass-token.ts';
import { shareView } from './view.ts';

const DEFAULT_ROWS = 100;
/** Attempts when the passcode changes between reading the salt and guessing. */
const GUESS_ROUNDS = 3;

/** @throws AppError captcha_required, captcha_invalid when a passcode is tried past the limit of wrong ones; invalid_argument for a malformed page token */
export async function open(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<OpenedShare> {
  if (!isWireId(query.shareId))
    return closed(parts, { status: 'NOT_FOUND', nowMs: call.nowMs, cover: null, salt: '', page: null }, call);
  const page: PageQuery = {
    parentId: query.parentId,
    order: query.order,
    foldersFirst: query.foldersFirst,
    pageToken: query.pageToken,
    limit: Math.min(query.limit || DEFAULT_ROWS, parts.limits.pageRows),
  };
  const passVersion = await readPassToken(parts.keyring, query.passCodeToken, query.shareId, call.nowMs);
  const visit: VisitInput = { passVersion, page, viewer: await viewerOf(parts, query, call) };
  const share = shareOf(parts, query.shareId);

  let answer: VisitAnswer = unwrap(await share.visit(visit));
  if (answer.status === 'PASS_CODE_EMPTY' && query.passCode !== '') {
    const guessed = await guess(parts, query, visit, answer, call);
    answer = guessed.answer;
    if (guessed.result === 'wrong') {
      await parts.shield.reportFailure({ subject: '' }, call);
      return closed(parts, { ...answer, status: 'PASS_CODE_ERROR' }, call);
    }
  }
  if (answer.status === 'OK' && answer.page === null) {
    const admitted = { ...visit, passVersion: answer.cover?.passVersion ?? null, viewer: '' };
    answer = unwrap(await share.loadPage(admitted, loadPage(parts, page)));
  }
  const { cover } = answer;
  if (answer.status !== 'OK' || !cover || answer.page === null) return closed(parts, answer, call);

  const { page: text } = answer;
  const expiresAtMs = linkEndMs(parts, cover, call.nowMs);
  const key = `${query.shareId} ${query.thumbnailSize ?? ''} ${JSON.stringify(page)}`;
  const { body, files } = await parts.signedPages.get(key, { text, epoch: cover.epoch, expiresAtMs }, async () => {
    const read = JSON.parse(text) as PageBody | null;
    const imageLinks = await imageLinksFor(parts, query.shareId, cover, query.thumbnailSize);
    const link = { shareId: query.shareId, cover, expiresAtMs, imageLinks };
    const signed = await Promise.all(
      (read?.files ?? []).map(async (file) => {
        const contentKey = read?.contentKeys[file.id];
        const imageMark = read?.imageMarks[file.id] ?? '';
        return contentKey === undefined ? file : withLink(parts, file, { contentKey, imageMark }, link);
      }),
    );
    return { body: read, files: signed };
  });
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
    files,
    nextPageToken: body?.nextPageToken ?? '',
  });
  return { ...view, path: body?.path ?? [], found: body !== null };
}

async function closed(parts: ShareParts, answer: VisitAnswer, call: CallContext): Promise<OpenedShare> {
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

/** Tries the passcode; past the limit of wrong ones it spends a human check first. */
async function guess(
  parts: ShareParts,
  query: OpenShareQuery,
  visit: VisitInput,
  before: VisitAnswer,
  call: CallContext,
): Promise<GuessAnswer> {
  const share = shareOf(parts, query.shareId);
  const limits = { limit: parts.limits.passCodeAttempts, windowMs: parts.limits.passCodeWindowSeconds * SECOND_MS };
  let current = before;
  const payer = await digestOf(parts, query.shareId, call.deviceId || call.address);
  let human = false;
  for (let round = 0; round < GUESS_ROUNDS; round++) {
    const hash = await passHash(parts.keyring, current.salt, query.passCode);
    const guessed: GuessAnswer = unwrap(
      await share.guess({ hash, passVersion: current.cover?.passVersion ?? 0, human, payer, ...limits, visit }),
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

/** Digest of the visitor for the view count; '' when the visit does not count: crawlers, inner pages, and requests without address and device. */
async function viewerOf(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<string> {
  const who = call.address || call.deviceId;
  if (who === '' || query.parentId !== '' || query.pageToken !== '' || isCrawler(call.userAgent)) return '';
  return digestOf(parts, query.shareId, who);
}

async function digestOf(parts: ShareParts, shareId: string, who: string): Promise<string> {
  return toHex((await parts.keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}`)).slice(0, 16));
}
