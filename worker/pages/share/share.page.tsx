/**
 * A shared link: status and head from the share's object at once, the list when it is ready. Forms work without script.
 * Rendered without data of the visitor; never indexed, sends no referrer (trust.md hazard 6).
 */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { ShareView } from '#client/share/share.view.tsx';
import type { SharedFile } from '#client/share/share-preview.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import type { HumanCheck } from '#client/shield/check-fields.view.tsx';
import { passTokenCookieName, readCookie, readTextCookie, stalePassCookies, writeCookie } from '#shared/cookies.ts';
import { SHARED_DISPLAY_KEY, type SharedDisplayMode, sharedDisplayOf } from '#shared/drive/display.ts';
import { DEFAULT_ORDER, sortOrderOf } from '#shared/drive/model.ts';
import { readSaved } from '#shared/drive/saved.ts';
import { messageOf } from '#shared/error-message.ts';
import { AppError, ERRORS } from '#shared/errors.ts';
import { asNodeId, asShareId, type NodeId, ROOT_ID, type ShareId } from '#shared/ids.ts';
import { PREVIEW_QUERY } from '#shared/navigation/preview.ts';
import { href } from '#shared/routes.ts';
import { PASS_TOKEN_TTL_SECONDS, pageStatusOf } from '#shared/share/model.ts';
import { KIB } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ReadList, ShareCover } from '#worker/services/share/index.ts';
import { readForm, refusalOf, seeOther } from '../render/form.ts';
import { allowFrame } from '../render/framing.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import {
  homeHref,
  isSidebarNarrow,
  languageHrefs,
  type PageShape,
  type RenderView,
  renderPage,
  type ShellTemplate,
  Slot,
  type SlotContent,
  streamPage,
  translatorOf,
} from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { pendingSave, saveTarget, signInToSave } from './pending-save.ts';
import { previewedFile } from './previewed-file.ts';
import { addressWithoutSecrets, DOWNLOAD_QUERY, PASS_CODE_QUERY } from './share-address.ts';
import { ShareFailure } from './share-failure.tsx';
import { closedView, type FormStates, openHtml } from './share-list.tsx';
import { shareTitle } from './share-title.ts';

/** Rows of one page of the list. */
const PAGE_ROWS = 100;
const FORM_BYTES = 64 * KIB;

interface Place {
  readonly shareId: ShareId;
  /** The last segment of the address: the folder shown. */
  readonly parentId: NodeId;
  /** The address of this page without passcode and pending save. */
  readonly here: string;
}

function placeOf(c: Context<AppEnv>): Place {
  const segments = c.get('path').split('/').slice(2).filter(Boolean);
  const [shareId = '', ...parents] = segments.map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
  return { shareId: asShareId(shareId), parentId: asNodeId(parents.at(-1) ?? ''), here: addressWithoutSecrets(c) };
}

interface HeadTexts {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

function headOf({ config }: PageDeps, texts: HeadTexts): PageShape['head'] {
  const { title, description } = texts;
  const card = { ...texts, image: `${config.appOrigin}/icon-512.png` };
  return { title: `${title} · Magpie`, description, noindex: true, card };
}

function shapeOf(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  cover: ShareCover,
  status?: PageShape['status'],
): PageShape {
  const translator = translatorOf(c.get('locale'));
  const { t, text } = translator;
  const open = cover.status === 'OK';
  const title = open && cover.title ? shareTitle(cover, translator) : t('share.page_title');
  const description = open ? t('share.by', { name: cover.ownerNickname }) : text(`share.status.${cover.status}`);
  const url = `${deps.config.appOrigin}${href('share.open', { shareId: place.shareId })}`;
  return {
    head: headOf(deps, { title, description, url }),
    status: status ?? pageStatusOf(cover.status),
    scripts: 'share',
    headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  };
}

function frame(c: Context<AppEnv>, child: ReactNode, hrefs = languageHrefs(c)) {
  return (
    <DriveShell homeHref={homeHref(c)} languageHrefs={hrefs} place={null} isNarrow={isSidebarNarrow(c)}>
      {child}
    </DriveShell>
  );
}

/** The shell, rendered once for all shares: they differ in the texts of the head and in the addresses of the other languages. */
function shellOf(c: Context<AppEnv>, shape: PageShape, headOf: (texts: HeadTexts) => PageShape['head']): ShellTemplate {
  const { card } = shape.head;
  const hrefs = languageHrefs(c);
  const texts = { ...hrefs, title: card?.title ?? '', description: card?.description ?? '', url: card?.url ?? '' };
  return {
    key: `share ${isSidebarNarrow(c)} ${homeHref(c)}`,
    texts,
    make: (marked) => {
      const { title = '', description = '', url = '', ...markedHrefs } = marked;
      const view = frame(c, <Slot />, markedHrefs as typeof hrefs);
      return { shape: { ...shape, head: headOf({ title, description, url }) }, view };
    },
  };
}

/** The display of the list: from the address, else this browser's stored choice for shares. */
function shownAs(c: Context<AppEnv>): SharedDisplayMode {
  const stored = sharedDisplayOf(readCookie(c.get('cookies'), SHARED_DISPLAY_KEY));
  const [order, view] = [c.req.query('order'), c.req.query('view')];
  return {
    ...stored,
    ...(order ? { orderType: sortOrderOf(order) } : {}),
    ...(view === 'list' || view === 'grid' ? { viewType: view } : {}),
  };
}

/** Deletes a token that no longer opens the share: its passcode has changed, or the link is closed (spec section 4, "Share passcode"). */
function dropPassToken(c: Context<AppEnv>, { shareId }: Place): void {
  const cookie = writeCookie(passTokenCookieName(shareId), '', { maxAgeSeconds: 0, sameSite: 'lax' });
  c.header('set-cookie', cookie, { append: true });
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  token: string,
  state: FormStates,
): Promise<Response> {
  const call = c.get('call');
  const shown = shownAs(c);
  const query = {
    shareId: place.shareId,
    passCode: '',
    passCodeToken: token,
    parentId: place.parentId,
    limit: PAGE_ROWS,
    pageToken: c.req.query('page') ?? '',
    order: shown.orderType,
    foldersFirst: shown.pinFoldersTop,
  };
  const { cover, list } = await deps.share.visit(query, call);
  if (token !== '' && cover.status !== 'OK') dropPassToken(c, place);
  const isPreviewed = c.req.query(PREVIEW_QUERY) !== undefined;
  const contentOf = (read: ReadList, render: RenderView): SlotContent | Promise<SlotContent> => {
    if (!read.list) return closedView(c, read.cover);
    const open = read.list;
    const html = (previewed: SharedFile | null): Uint8Array =>
      openHtml(c, place.shareId, read.cover, open, shown, { ...state, previewed }, render);
    return isPreviewed ? previewedFile(c, deps, query, open).then(html) : html(null);
  };
  const isAtRest = cover.status === 'OK' && state.save.kind === 'ready' && !state.downloadError && !isPreviewed;
  const shape: PageShape = { ...shapeOf(c, deps, place, cover), ...(isAtRest ? { styles: 'share-list' } : {}) };
  return streamPage(
    c,
    shape,
    shellOf(c, shape, (texts) => headOf(deps, texts)),
    (render) => {
      if (!list) return closedView(c, cover);
      return list instanceof Promise ? list.then((read) => contentOf(read, render)) : contentOf(list, render);
    },
    (error) => (
      <ShareFailure error={asAppError(error)} requestId={call.requestId} here={place.here} home={homeHref(c)} />
    ),
  );
}

export async function sharePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  await allowFrame(c, deps);
  c.set('formTarget', deps.config.contentOrigin);
  const place = placeOf(c);
  const code = c.req.query(PASS_CODE_QUERY);
  if (code) return tryPassCode(c, deps, place, code);
  const token = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const wanted = c.req.query(DOWNLOAD_QUERY);
  if (wanted !== undefined) return download(c, deps, place, token, asNodeId(wanted));
  return show(c, deps, place, token, { save: await pendingSave(c, deps, place) });
}

/**
 * Leads to the content of one file, as the share's object allows it now: the page holds no signed link, so following one asks again.
 * A share that does not show the file answers with its page.
 */
async function download(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  passCodeToken: string,
  fileId: NodeId,
): Promise<Response> {
  const file = await deps.share.file({ shareId: place.shareId, passCodeToken, fileId }, c.get('call'));
  if (!file?.web_content_link) {
    const { text } = translatorOf(c.get('locale'));
    const downloadError = messageOf(new AppError('file_not_found'), text);
    return show(c, deps, place, passCodeToken, { save: { kind: 'ready' }, downloadError });
  }
  c.header('referrer-policy', 'no-referrer');
  c.header('x-robots-tag', 'noindex');
  c.header('cache-control', 'no-store');
  return c.redirect(file.web_content_link, 303);
}

/** Posted forms: the passcode, or `intent=save`. */
export async function sharePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps, FORM_BYTES);
  await allowFrame(c, deps);
  c.set('formTarget', deps.config.contentOrigin);
  const place = placeOf(c);
  if (form.get('intent') === 'save') return save(c, deps, place);
  if (form.get('intent') === 'zip') return zip(c, deps, place, form.all('id'));
  return tryPassCode(c, deps, place, form.field('pass_code', 100), form.field('captcha_token', 4_096));
}

/** @param captchaToken  of a human check passed on this page; '' for none */
async function tryPassCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  passCode: string,
  captchaToken = '',
): Promise<Response> {
  const call = c.get('call');
  const { text } = translatorOf(call.locale);
  let error = '';
  let held: { passCode: string; check: HumanCheck } | null = null;
  let cover: ShareCover = { status: 'PASS_CODE_ERROR', title: '', ownerNickname: '', moreNum: 0, expiresAtMs: null };
  try {
    const query = {
      shareId: place.shareId,
      passCode,
      passCodeToken: '',
      parentId: ROOT_ID,
      limit: 1,
      pageToken: '',
      order: DEFAULT_ORDER,
      foldersFirst: true,
    };
    const attempt = (token: string) => deps.share.open(query, { ...call, captchaToken: token });
    const guarded = { action: 'GET:/drive/v1/share', given: captchaToken, needsHuman: () => true };
    const answer = await withCaptcha(c, deps, guarded, attempt);
    if (answer.share_status !== 'PASS_CODE_ERROR' && answer.share_status !== 'PASS_CODE_EMPTY') {
      const headers = new Headers({
        location: place.here,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      if (answer.pass_code_token) {
        const name = passTokenCookieName(place.shareId);
        const cookie = writeCookie(name, answer.pass_code_token, {
          maxAgeSeconds: PASS_TOKEN_TTL_SECONDS,
          sameSite: 'lax',
        });
        headers.append('set-cookie', cookie);
        for (const stale of stalePassCookies(c.get('cookies'), name))
          headers.append('set-cookie', writeCookie(stale, '', { maxAgeSeconds: 0, sameSite: 'lax' }));
      }
      return new Response(null, { status: 303, headers });
    }
    cover = { ...cover, status: answer.share_status, ownerNickname: answer.user_info.nickname };
  } catch (caught) {
    if (caught instanceof CheckNeeded) held = { passCode, check: caught.check };
    else {
      const appError = asAppError(caught);
      if (ERRORS[appError.errorName].httpStatus >= 500) throw caught;
      error = messageOf(appError, text);
    }
  }
  return renderPage(
    c,
    shapeOf(c, deps, place, cover, error ? 429 : 200),
    frame(
      c,
      <ShareView
        status={passCode ? 'PASS_CODE_ERROR' : 'PASS_CODE_EMPTY'}
        ownerName={cover.ownerNickname}
        error={error || null}
        held={held}
        typed={passCode}
      />,
    ),
  );
}

async function save(c: Context<AppEnv>, deps: PageDeps, place: Place): Promise<Response> {
  const call = c.get('call');
  const toSignIn = async () => {
    const { location, setCookie } = await signInToSave(deps.keyring, place, call.nowMs);
    c.header('set-cookie', setCookie, { append: true });
    return c.redirect(location, 303);
  };
  const { caller } = call;
  if (!caller) return toSignIn();
  const { text } = translatorOf(call.locale);
  const token = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  let state: SaveState;
  try {
    await c.get('requireDiskSpace')(0);
    const fileIds = place.parentId === ROOT_ID ? [] : [place.parentId];
    const answer = await deps.share.restore(
      caller,
      { shareId: place.shareId, passCodeToken: token, fileIds, parentId: null },
      call,
    );
    if (answer.share_status !== 'OK') state = { kind: 'failed', error: answer.share_status_text };
    else {
      const target = await saveTarget(c, deps, caller, asNodeId(answer.file_id));
      state =
        answer.restore_status === 'RESTORE_COMPLETE'
          ? { kind: 'saved', ...target, ...readSaved(answer.params) }
          : { kind: 'started', ...target };
    }
  } catch (caught) {
    const appError = asAppError(caught);
    if (appError.errorName === 'unauthenticated') return toSignIn();
    if (ERRORS[appError.errorName].httpStatus >= 500 && appError.errorName !== 'storage_full') throw caught;
    state =
      appError.errorName === 'file_restore_own'
        ? { kind: 'own' }
        : {
            kind: 'failed',
            error: messageOf(appError, text),
            isFull: appError.errorName === 'file_space_not_enough',
          };
  }
  return show(c, deps, place, token, { save: state });
}

/** Leads to the zip file of the checked files, or of all that the page shows. */
async function zip(c: Context<AppEnv>, deps: PageDeps, place: Place, ids: readonly string[]): Promise<Response> {
  const call = c.get('call');
  const passCodeToken = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const all = place.parentId === ROOT_ID ? [] : [place.parentId];
  const fileIds = ids.length === 0 ? all : ids.map(asNodeId);
  let downloadError: string;
  try {
    const made = await deps.share.zip({ shareId: place.shareId, passCodeToken, fileIds }, call);
    if (made.zip) return seeOther(made.zip.url);
    downloadError = '';
  } catch (caught) {
    downloadError = messageOf(refusalOf(caught), translatorOf(call.locale).text);
  }
  return show(c, deps, place, passCodeToken, { save: { kind: 'ready' }, downloadError });
}
