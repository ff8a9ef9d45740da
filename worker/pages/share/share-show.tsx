/**
 * The page of a share in any of its states: status and head from the share's object at once, the list when it is ready.
 * Rendered without data of the visitor; never indexed, sends no referrer (trust.md hazard 6).
 */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { passTokenCookieName, readCookie, writeCookie } from '#shared/cookies.ts';
import {
  HIDDEN_COVER_KEY,
  SHARED_DISPLAY_KEY,
  type SharedDisplayMode,
  sharedDisplayOf,
} from '#shared/drive/display.ts';
import { sortOrderOf } from '#shared/drive/model.ts';
import { messageOf } from '#shared/error-message.ts';
import { asNodeId, asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { productName } from '#shared/locale/messages.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { PREVIEW_QUERY } from '#shared/navigation/preview.ts';
import { href } from '#shared/routes.ts';
import { pageStatusOf } from '#shared/share/model.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ReadList, ShareCover, ShareVisit } from '#worker/services/share/index.ts';
import { refusalOf } from '../render/form.ts';
import {
  homeHref,
  isSidebarNarrow,
  languageHrefs,
  type PageShape,
  type RenderView,
  type ShellTemplate,
  Slot,
  type SlotContent,
  streamPage,
  translatorOf,
} from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { inOnlyFolder, type ShareQuery } from './only-folder.ts';
import { closedManageHref, ownState } from './own-share.ts';
import { previewedFile } from './previewed-file.ts';
import { addressWithoutSecrets, pageTokenOf, SEARCH_QUERY } from './share-address.ts';
import { type CardFacts, cardFacts, cardHref, cardMark, cardOf, NO_FACTS } from './share-card.ts';
import { ShareFailure } from './share-failure.tsx';
import { isCardMaker, type ProgramForm, splitForm } from './share-form.ts';
import { closedView, type FormStates, openHtml, stageOf } from './share-list.tsx';
import { shareTitle, titleForm } from './share-title.ts';

/** Rows of one page of the list. */
const PAGE_ROWS = 100;
const MAX_SEARCH_CHARS = 200;

export interface Place {
  /** Of the extension of the address. */
  readonly form: ProgramForm | null;
  readonly shareId: ShareId;
  /** The last segment of the address: the folder shown. */
  readonly parentId: NodeId;
  /** The address of this page without passcode and pending save. */
  readonly here: string;
}

export function placeOf(c: Context<AppEnv>): Place {
  const segments = c.get('path').split('/').slice(2).filter(Boolean);
  const { id: last, form } = splitForm(segments.at(-1) ?? '');
  const [shareId = '', ...parents] = [...segments.slice(0, -1), last].map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
  const here = addressWithoutSecrets(c);
  return { shareId: asShareId(shareId), parentId: asNodeId(parents.at(-1) ?? ''), here, form };
}

interface HeadTexts {
  readonly title: string;
  readonly description: string;
  /** Absolute address of the share in its card; '' for a page without card. */
  readonly url: string;
  /** Where the card is as data; '' for a share that is not open to everybody. */
  readonly oembed: string;
  /** Absolute address of the image of the card; '' for the icon. */
  readonly image: string;
}

const titleEnd = (locale: Locale): string => ` · ${productName(locale)}`;

function headOf({ config }: PageDeps, texts: HeadTexts, locale: Locale): PageShape['head'] {
  const { description, url, oembed, image } = texts;
  const title = texts.title + titleEnd(locale);
  if (url === '') return { title, description, noindex: true };
  const shown = image ? { image, isLarge: true } : { image: `${config.appOrigin}/icon-512.png` };
  const card = { title: texts.title, description, url, ...shown, ...(oembed ? { oembed } : {}) };
  return { title, description, noindex: true, card };
}

interface ShownCard {
  readonly facts: string;
  /** Absolute address of its image; '' for the icon. */
  readonly image: string;
}

const ICON_CARD: ShownCard = { facts: '', image: '' };

/** A browser opens the page for a person, who sees no card: it is left out, which is a twentieth of the page on the wire. */
function isForCard(c: Context<AppEnv>): boolean {
  return c.req.header('sec-fetch-dest') !== 'document' || isCardMaker(c.get('call').userAgent);
}

export function shapeOf(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  cover: ShareCover,
  status?: PageShape['status'],
  /** A passcode was entered: others see less of this share. */
  isUnlocked = false,
  { facts, image }: ShownCard = ICON_CARD,
): PageShape {
  const translator = translatorOf(c.get('locale'));
  const { t, text } = translator;
  const open = cover.status === 'OK';
  const title = open && cover.title ? shareTitle(cover, translator) : t('share.page_title');
  const sender = titleForm(cover) === 'name' ? t('share.by', { name: cover.ownerNickname }) : '';
  const by = [sender, facts].filter((one) => one !== '').join(' · ');
  const description = open ? by : text(`share.status.${cover.status}`);
  const path = `${deps.config.appOrigin}${href('share.open', { shareId: place.shareId })}`;
  const url = isForCard(c) ? path : '';
  const isPublic = url !== '' && open && !isUnlocked;
  const oembed = isPublic ? `${deps.config.appOrigin}${href('site.oembed')}?${new URLSearchParams({ url })}` : '';
  return {
    head: headOf(deps, { title, description, url, oembed, image }, c.get('locale')),
    status: status ?? pageStatusOf(cover.status),
    scripts: 'share',
    headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', vary: 'Accept, User-Agent' },
  };
}

/** Places of a drive are for people who have one: others see them as icons. */
function isFolded(c: Context<AppEnv>): boolean {
  return c.get('call').caller === null || isSidebarNarrow(c);
}

export function frame(c: Context<AppEnv>, child: ReactNode, hrefs = languageHrefs(c)) {
  return (
    <DriveShell homeHref={homeHref(c)} languageHrefs={hrefs} place={null} isNarrow={isFolded(c)}>
      {child}
    </DriveShell>
  );
}

/** The shell, rendered once for all shares: they differ in the texts of the head and in the addresses of the other languages. */
function shellOf(c: Context<AppEnv>, shape: PageShape, headOf: (texts: HeadTexts) => PageShape['head']): ShellTemplate {
  const hrefs = languageHrefs(c);
  const card = shape.head.card;
  const { title, description = '' } = shape.head;
  const oembed = card?.oembed ?? '';
  const image = card?.isLarge ? card.image : '';
  const texts = {
    ...hrefs,
    title: title.slice(0, -titleEnd(c.get('locale')).length),
    description,
    url: card?.url ?? '',
    oembed,
    image,
  };
  return {
    key: `share ${isFolded(c)} ${homeHref(c)} ${card !== undefined} ${oembed !== ''} ${image !== ''}`,
    texts,
    make: (all) => {
      const { title = '', description = '', ...rest } = all;
      const { url = '', oembed: address = '', image: picture = '', ...markedHrefs } = rest;
      const view = frame(c, <Slot />, markedHrefs as typeof hrefs);
      return {
        shape: {
          ...shape,
          head: headOf({
            title,
            description,
            url: card ? url : '',
            oembed: oembed ? address : '',
            image: image ? picture : '',
          }),
        },
        view,
      };
    },
  };
}

/** Has the browser ask for the image of one file before it has read the page. */
function hastenImage(c: Context<AppEnv>, { cover, list }: ShareVisit, isCovered: boolean): void {
  if (!list || list instanceof Promise || !list.list || cover.moreNum > 0 || cover.fileNum !== 1) return;
  const { imageHref = '' } = stageOf(list.list, isCovered) ?? {};
  if (imageHref !== '') c.header('link', `<${imageHref}>; rel=preload; as=image; fetchpriority=high`);
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

/** The words of a search in the address; '' for none. */
function textOf(c: Context<AppEnv>): string {
  return (c.req.query(SEARCH_QUERY) ?? '').trim().slice(0, MAX_SEARCH_CHARS);
}

interface Seen extends ShareVisit {
  readonly searched: string;
  /** Why the search was refused: the list is shown without it. */
  readonly refusal?: string;
}

async function visitOrSearch(c: Context<AppEnv>, deps: PageDeps, query: ShareQuery): Promise<Seen> {
  const call = c.get('call');
  const searched = textOf(c);
  if (searched === '') return { ...(await deps.share.visit(query, call)), searched };
  try {
    const read = await deps.share.search(query, searched, call);
    return { cover: read.cover, list: read.list && read, searched };
  } catch (caught) {
    const refusal = messageOf(refusalOf(caught), translatorOf(call.locale).text);
    return { ...(await deps.share.visit({ ...query, pageToken: '' }, call)), searched: '', refusal };
  }
}

/** A card shows the content of the share, so that its maker waits for the list; a person's browser does not. */
async function factsFor(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  query: ShareQuery,
  list: ShareVisit['list'],
): Promise<CardFacts> {
  if (!list) return NO_FACTS;
  // The page says that a list cannot be read.
  const open = await Promise.resolve(list)
    .then((read) => inOnlyFolder(deps, query, read, c.get('call')))
    .then(
      (read) => read.list,
      () => null,
    );
  if (!open) return NO_FACTS;
  const translator = translatorOf(c.get('locale'));
  const at = { isTop: place.parentId === '', isFirst: pageTokenOf(c) === '' };
  // With the page in memory, because a popular link is read by many makers of cards.
  const bytes = open.cached(`card ${translator.locale} ${open.fileNum} ${JSON.stringify(at)}`, () =>
    new TextEncoder().encode(JSON.stringify(cardFacts(open, translator, at))),
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as CardFacts;
}

/** A share that was unlocked has the card that others get: the icon. */
async function cardFor(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  query: ShareQuery,
  { cover, list }: ShareVisit,
): Promise<ShownCard> {
  if (query.passCodeToken !== '' || !isForCard(c)) return ICON_CARD;
  const facts = await factsFor(c, deps, place, query, list);
  const locale = c.get('locale');
  // A folder inside the share has the card of the share: its image shows the top folder.
  if (place.parentId !== '') return { ...ICON_CARD, facts: facts.facts };
  const mark = await cardMark(deps, cardOf(cover, facts, translatorOf(locale)), locale);
  // Its maker asks for the image next.
  if (isCardMaker(c.get('call').userAgent)) deps.cards.warm(mark, locale);
  return { facts: facts.facts, image: deps.config.appOrigin + cardHref(place.shareId, locale, mark) };
}

/**
 * A folder that is not in the share, and a page that its list never had, are not found. Only such addresses wait for the list; the
 * top of a share sends its head at once.
 */
async function statusOf(c: Context<AppEnv>, place: Place, list: ShareVisit['list']): Promise<404 | undefined> {
  if (place.parentId === '' && pageTokenOf(c) === '') return undefined;
  try {
    const read = await list;
    return place.parentId !== '' && read?.list?.path().length === 0 ? 404 : undefined;
  } catch (error) {
    return asAppError(error).errorName === 'invalid_argument' ? 404 : undefined;
  }
}

export async function show(
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
    pageToken: pageTokenOf(c),
    order: shown.orderType,
    foldersFirst: shown.pinFoldersTop,
    ...(isForCard(c) ? { thumbnailSize: 'SIZE_LARGE' } : {}),
  };
  const { cover, list, searched, refusal } = await visitOrSearch(c, deps, query);
  const downloadError = state.downloadError ?? refusal;
  if (token !== '' && cover.status !== 'OK') dropPassToken(c, place);
  const canForget = token !== '';
  const owner = cover.isOwn ? call.caller : null;
  const canFollow = call.caller !== null && !owner;
  const isCovered = readCookie(c.get('cookies'), HIDDEN_COVER_KEY) === false;
  const isPreviewed = c.req.query(PREVIEW_QUERY) !== undefined;
  if (searched === '' && !isPreviewed) hastenImage(c, { cover, list }, isCovered);
  const closed = (now: ShareCover) =>
    owner
      ? closedManageHref(deps, owner, place, call).then((manageHref) => closedView(c, now, manageHref))
      : closedView(c, now, undefined);
  const openContent = (
    read: ReadList,
    top: ReadList['list'],
    render: RenderView,
  ): SlotContent | Promise<SlotContent> => {
    if (!read.list) return closed(read.cover);
    const open = read.list;
    const isGone = place.parentId !== '' && searched === '' && open.path().length === 0;
    const states = {
      ...state,
      ...(downloadError ? { downloadError } : {}),
      searched,
      canForget,
      canFollow,
      isCovered,
      isGone,
    };
    const html = (own: Pick<FormStates, 'save' | 'previewed'>) =>
      openHtml(c, place.shareId, read.cover, open, shown, { ...states, ...own }, render);
    if (!owner && !isPreviewed) return html({ save: state.save });
    return Promise.all([
      isPreviewed ? previewedFile(c, deps, query, open) : null,
      owner ? ownState(deps, owner, place, top) : state.save,
    ]).then(([previewed, save]) => html({ previewed, save }));
  };
  const contentOf = (read: ReadList, render: RenderView): SlotContent | Promise<SlotContent> => {
    const inside = searched === '' ? inOnlyFolder(deps, query, read, call) : read;
    return inside instanceof Promise
      ? inside.then((list) => openContent(list, read.list, render))
      : openContent(inside, read.list, render);
  };
  const isAtRest =
    cover.status === 'OK' &&
    state.save.kind === 'ready' &&
    !downloadError &&
    !isPreviewed &&
    !canForget &&
    call.caller === null &&
    searched === '';
  const shape: PageShape = {
    ...shapeOf(
      c,
      deps,
      place,
      cover,
      await statusOf(c, place, list),
      token !== '',
      await cardFor(c, deps, place, query, { cover, list }),
    ),
    ...(isAtRest ? { styles: 'share-list' } : {}),
  };
  return streamPage(
    c,
    shape,
    shellOf(c, shape, (texts) => headOf(deps, texts, c.get('locale'))),
    (render) => {
      if (!list) return closed(cover);
      return list instanceof Promise ? list.then((read) => contentOf(read, render)) : contentOf(list, render);
    },
    (error) => (
      <ShareFailure error={asAppError(error)} requestId={call.requestId} here={place.here} home={homeHref(c)} />
    ),
  );
}
