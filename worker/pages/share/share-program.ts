/**
 * Lists of a share for programs: text, the answer of the API, a playlist, a feed. A passcode comes in a header or by the cookie of
 * the page, never in the address.
 */
import type { Context } from 'hono';
import { passTokenCookieName, readTextCookie } from '#shared/cookies.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { shareOrderOf } from '#shared/drive/orders.ts';
import { messageOf } from '#shared/error-message.ts';
import { AppError, ERRORS } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { href } from '#shared/routes.ts';
import { pageStatusOf, type ShareStatus } from '#shared/share/model.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { type OpenedShare, viewOnly } from '#worker/services/share/index.ts';
import { refusalOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { plainName } from './plain-name.ts';
import { atomOf } from './share-feed.ts';
import type { ProgramForm } from './share-form.ts';
import type { Place } from './share-show.tsx';

/** Carries the passcode of a share, for programs that hold no cookies. */
export const PASS_CODE_HEADER = 'x-share-passcode';
/** Rows of one list; the next page follows. */
const LIST_ROWS = 1_000;
const FEED_ROWS = 100;

const TYPES: Readonly<Record<ProgramForm, string>> = {
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  m3u8: 'application/vnd.apple.mpegurl; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
};

/** A program reads from the status what the page shows a person. */
function statusOf(status: ShareStatus): 200 | 403 | 404 | 410 | 451 {
  const page = pageStatusOf(status);
  return page === 200 && status !== 'OK' ? 403 : page;
}

/** The token of this browser, else of the passcode in the header. @throws AppError captcha_required after too many wrong ones */
export async function passTokenOf(c: Context<AppEnv>, deps: PageDeps, place: Place): Promise<string> {
  const passCode = c.req.header(PASS_CODE_HEADER) ?? '';
  if (passCode === '') return readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const opened = await deps.share.open(queryOf(c, place, '', passCode, 1), c.get('call'));
  return opened.pass_code_token;
}

function queryOf(c: Context<AppEnv>, place: Place, passCodeToken: string, passCode: string, limit: number) {
  const { shareId, parentId } = place;
  const order = shareOrderOf(c.req.query('order') ?? '');
  const pageToken = passCode === '' ? (c.req.query('page') ?? '') : '';
  return { shareId, parentId, passCode, passCodeToken, limit, pageToken, order, foldersFirst: true };
}

/** Addresses of the listed files. */
interface Addresses {
  readonly page: string;
  file(file: FileObject): string;
  folder(id: string, form: ProgramForm): string;
}

function addressesOf(deps: PageDeps, { shareId, parentId }: Place): Addresses {
  const { appOrigin } = deps.config;
  const page = appOrigin + (parentId === '' ? href('share.open', { shareId }) : folderPath(shareId, parentId));
  return {
    page,
    file: ({ id }) => `${appOrigin}${href('share.open', { shareId })}?${new URLSearchParams({ download: id })}`,
    folder: (id, form) => `${appOrigin}${folderPath(shareId, id)}.${form}`,
  };
}

function folderPath(shareId: string, id: string): string {
  return href('share.folder', { shareId, parentIds: id });
}

function textOf(c: Context<AppEnv>, share: OpenedShare, addresses: Addresses): string {
  const translator = translatorOf(c.get('locale'));
  const { t } = translator;
  const format = makeFormat(translator.locale, DEFAULT_TIME_ZONE);
  const place = share.path.at(-1)?.name;
  const lines = [plainName(place ?? share.title)];
  lines.push(plainName(t('share.by', { name: share.user_info.nickname })), '');
  for (const file of share.files) {
    const isFolder = file.kind === 'drive#folder';
    const size = isFolder ? '' : format.bytes(Number(file.size));
    lines.push(`${size.padStart(12)}  ${plainName(file.name)}${isFolder ? '/' : ''}`);
    // A file without a link may be looked at, not taken.
    const address = isFolder ? addresses.folder(file.id, 'txt') : file.web_content_link && addresses.file(file);
    if (address !== '') lines.push(`${''.padStart(12)}  ${address}`);
  }
  if (share.files.length === 0) lines.push(t('share.empty.text'));
  if (share.next_page_token !== '') {
    const next = new URLSearchParams({ order: shareOrderOf(c.req.query('order') ?? ''), page: share.next_page_token });
    lines.push('', `${t('share.next_page')}: ${addresses.page}.txt?${next}`);
  }
  return `${lines.join('\n')}\n`;
}

function isPlayable({ mime_type: mime }: FileObject): boolean {
  return mime.startsWith('video/') || mime.startsWith('audio/');
}

/** @param isLocked  players send no header: their links are signed, and end */
function playlistOf(files: readonly FileObject[], addresses: Addresses, isLocked: boolean): string {
  const lines = files.flatMap((file) => [
    `#EXTINF:${Math.round(Number(file.params['duration'] ?? -1)) || -1},${plainName(file.name)}`,
    isLocked ? file.web_content_link : addresses.file(file),
  ]);
  return `${['#EXTM3U', ...lines].join('\n')}\n`;
}

/** The share of this address as a program reads it. */
export async function programShare(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  form: ProgramForm,
): Promise<Response> {
  const { text } = translatorOf(c.get('locale'));
  const answer = (body: string, status: 200 | 403 | 404 | 410 | 429 | 451, type = TYPES[form]): Response => {
    c.header('cache-control', 'private, no-store');
    c.header('referrer-policy', 'no-referrer');
    c.header('x-robots-tag', 'noindex');
    c.header('content-language', c.get('locale'));
    c.header('content-type', type);
    c.header('vary', 'Accept, User-Agent, Accept-Language, Cookie');
    return c.body(body, status);
  };
  const sentence = (said: string, status: 403 | 404 | 410 | 429 | 451) => answer(`${said}\n`, status, TYPES.txt);
  let share: OpenedShare;
  let token: string;
  try {
    token = await passTokenOf(c, deps, place);
    const rows = form === 'json' || form === 'atom' ? FEED_ROWS : LIST_ROWS;
    const query = queryOf(c, place, token, '', rows);
    share = await deps.share.open(query, c.get('call'));
    const [only, more] = share.files;
    // A share of one folder is played and followed as that folder.
    if ((form === 'm3u8' || form === 'atom') && only?.kind === 'drive#folder' && !more)
      share = await deps.share.open({ ...query, parentId: asNodeId(only.id) }, c.get('call'));
  } catch (caught) {
    const refusal = refusalOf(caught);
    const isLimit = ERRORS[refusal.errorName].httpStatus === 429 || refusal.errorName === 'captcha_required';
    return sentence(messageOf(refusal, text), isLimit ? 429 : 404);
  }
  const isWrong = share.share_status === 'PASS_CODE_EMPTY' && c.req.header(PASS_CODE_HEADER) !== undefined;
  const state: ShareStatus = isWrong ? 'PASS_CODE_ERROR' : share.share_status;
  const status = state === 'OK' && !share.found ? 404 : statusOf(state);
  if (form === 'json') return answer(`${JSON.stringify(viewOnly({ ...share, share_status: state }))}\n`, status);
  if (state !== 'OK') return sentence(text(`share.status.${state}`), status === 200 ? 403 : status);
  if (!share.found) return sentence(messageOf(new AppError('file_not_found'), text), 404);
  const addresses = addressesOf(deps, place);
  if (form === 'txt') return answer(textOf(c, share, addresses), 200);
  if (form === 'atom') return answer(atomOf(share, { ...addresses, now: c.get('call').nowMs }), 200);
  const playable = share.files.filter((file) => isPlayable(file) && file.web_content_link !== '');
  if (playable.length === 0) return sentence(text('share.nothing_to_play'), 404);
  return answer(playlistOf(playable, addresses, token !== ''), 200);
}
