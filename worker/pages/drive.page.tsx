/** The drive: head and frame at once, the first rows in the first HTML, then islands. Personal, never stored. */
import type { Context } from 'hono';
import { doorHref } from '#client/auth/carry.view.tsx';
import { BannerView } from '#client/drive/banner.view.tsx';
import { BrowserView } from '#client/drive/browser.view.tsx';
import { Large } from '#client/drive/large.view.tsx';
import { SearchView } from '#client/drive/search.view.tsx';
import { StorageView } from '#client/drive/storage.view.tsx';
import { UploadButtonView } from '#client/drive/upload-button.view.tsx';
import { UploadLinkView } from '#client/drive/upload-link.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { ErrorView } from '#client/shell/error.view.tsx';
import { FramedDoorView } from '#client/shell/framed-door.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { frameParentOf } from '#shared/bridge/frame.ts';
import { readCookie } from '#shared/cookies.ts';
import { displayKey, displayModeOf, displayOf, folderDisplaysKey, folderDisplaysOf } from '#shared/drive/display.ts';
import { type KindChoice, kindOf, wireKinds } from '#shared/drive/kinds.ts';
import { type SortOrder, sortOrderOf } from '#shared/drive/model.ts';
import { type DrivePlace, displayKeyOfListing, PLACE_WORDS } from '#shared/drive/places.ts';
import { type DriveRow, foundRowOf, recentRowsOf, rowOf } from '#shared/drive/rows.ts';
import { type AppError, messageOf } from '#shared/errors.ts';
import { asNodeId, type NodeId, ROOT_ID } from '#shared/ids.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accessFacts } from './block.page.tsx';
import { drivePerson } from './drive-person.ts';
import { allowFrame, isForFrame } from './frame.ts';
import { Island } from './island.tsx';
import { readCarry } from './next.ts';
import { driveBanner } from './published.ts';
import { homeHref, isSidebarNarrow, languageHrefs, renderPage, Slot, streamPage, translatorOf } from './render.tsx';
import { type PageDeps, WEB_CLIENT } from './services.ts';

const DAY_SECONDS = 86_400;

/** Rows in the first HTML. */
const FIRST_ROWS = 100;

/** Longest text that is searched for, in characters: as long as a name may be. */
const MAX_QUERY = 255;

/** What the dialogs of named actions say. */
const DOOR_TEXTS = [
  'doors.box',
  'contact.topic',
  'contact.email.label',
  'contact.message',
  'contact.submit',
  'contact.sent',
];

interface FirstAsk {
  readonly place: DrivePlace;
  readonly query: string;
  readonly folderId: NodeId;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly kind: KindChoice;
}

interface FirstRows {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
}

async function firstRows({ drive }: PageDeps, caller: Caller, ask: FirstAsk): Promise<FirstRows> {
  const { place, query, folderId, order, foldersFirst, kind } = ask;
  const kinds = wireKinds(kind);
  const page = { limit: FIRST_ROWS, pageToken: '' };
  if (place === 'recent') {
    const { events, next_page_token } = await drive.events(caller, { types: [], kinds, ...page });
    return { rows: recentRowsOf(events), nextPageToken: next_page_token };
  }
  if (place === 'search') {
    if (query === '') return { rows: [], nextPageToken: '' };
    const { files, next_page_token } = await drive.search(caller, { text: query, kinds, ...page });
    return { rows: files.map(foundRowOf), nextPageToken: next_page_token };
  }
  const { files, next_page_token } = await drive.list(caller, {
    parentId: place === 'all' ? folderId : '*',
    ...page,
    order,
    foldersFirst,
    foldersOnly: kind === 'folder',
    kinds: kind === 'folder' ? [] : kinds,
    trashed: place === 'trash',
    starred: place === 'starred',
    phases: ['PHASE_TYPE_COMPLETE', 'PHASE_TYPE_RUNNING'],
  });
  return { rows: files.map(rowOf), nextPageToken: next_page_token };
}

const VIEWS: readonly ViewType[] = ['list', 'grid', 'single', 'flow'];

/** How the listing is shown: by the address, else as this person left it. */
function shownAs(c: Context<AppEnv>, caller: Caller, place: DrivePlace, folderId: string) {
  const cookies = c.get('cookies');
  const record = displayModeOf(readCookie(cookies, displayKey(caller.userId)));
  const folders = folderDisplaysOf(readCookie(cookies, folderDisplaysKey(caller.userId)));
  const chosen = displayOf(record, folders, displayKeyOfListing({ place, folderId }));
  const order = c.req.query('order');
  return {
    order: order ? sortOrderOf(order) : chosen.order,
    view: VIEWS.find((view) => view === c.req.query('view')) ?? chosen.view,
    kind: kindOf(c.req.query('kind')),
    foldersFirst: record.pinFoldersTop,
    isOrderGlobal: record.orderSettingGlobal,
    isViewGlobal: record.viewSettingGlobal,
  };
}

export async function drivePage(c: Context<AppEnv>, deps: PageDeps, place: DrivePlace): Promise<Response> {
  const call = c.get('call');
  const caller = call.caller;
  const url = new URL(c.req.url);
  await allowFrame(c, deps);
  if (!caller && isForFrame(c) && c.get('frameParents')?.length) return framedDoor(c);
  if (!caller) {
    const { scene } = readCarry(url.searchParams, deps.config.appOrigin);
    return c.redirect(doorHref('auth.sign-in', { next: url.pathname + url.search, scene, dialog: false }), 303);
  }
  const { t } = translatorOf(call.locale);
  const folderId = asNodeId(place === 'all' ? (c.req.param('folderId') ?? '') : '');
  const shown = shownAs(c, caller, place, folderId);
  const { order, foldersFirst, kind } = shown;

  const query = place === 'search' ? (c.req.query('q') ?? '').slice(0, MAX_QUERY).trim() : '';
  const listing = firstRows(deps, caller, { place, query, folderId, order, foldersFirst, kind });
  const path = folderId === ROOT_ID ? Promise.resolve([]) : deps.drive.path(caller, folderId);
  const space = deps.drive.space(caller);
  const who = drivePerson(deps, caller);
  for (const pending of [listing, path, space, who]) pending.catch(() => undefined);
  const banner = place === 'all' ? await driveBanner(c, deps) : null;
  const check = await deps.access.browserCheck();
  if (check) c.set('accessOrigins', check.domains);

  async function content() {
    const [page, crumbs, room, person] = await Promise.all([listing, path, space, who]);
    const browser: DriveBrowserProps = {
      place,
      query,
      folderId,
      path: crumbs,
      ...page,
      ...shown,
      serverTimeMs: call.nowMs,
      ...(place === 'trash' ? { trashDays: Math.round(deps.config.limits.trashTtlSeconds / DAY_SECONDS) } : {}),
    };
    const storage = { usageBytes: room.usageBytes, limitBytes: room.limitBytes };
    return (
      <DriveShell
        homeHref={homeHref(c)}
        languageHrefs={languageHrefs(c)}
        place={place === 'search' ? null : place}
        search={<Island id="drive/search" props={{ query }} view={<SearchView query={query} />} />}
        isNarrow={isSidebarNarrow(c)}
        person={{ ...person, space: storage }}
        action={
          place === 'trash' ? (
            <UploadLinkView isWideOnly />
          ) : (
            <Island id="drive/upload" props={{}} view={<UploadButtonView />} />
          )
        }
        storage={<Island id="drive/storage" props={storage} view={<StorageView {...storage} />} />}
      >
        {banner ? <BannerView {...banner} /> : null}
        <Island id="drive/browser" props={browser} view={<BrowserView {...browser} large={Large} />} />
      </DriveShell>
    );
  }

  return streamPage(
    c,
    {
      head: {
        title: `${place === 'search' ? t('drive.search.title', { query }) : t(PLACE_WORDS[place])} · Magpie`,
        noindex: true,
      },
      scripts: 'islands',
      kind: 'drive',
      facts: {
        locale: call.locale,
        apiOrigins: deps.config.apiOrigins,
        clientId: WEB_CLIENT,
        userId: caller.userId,
        serverTimeMs: call.nowMs,
        ...(check ? { access: accessFacts(check, call.locale) } : {}),
      },
      texts: [
        'drive',
        'drive-more',
        'browse',
        'storage.trash',
        ...DOOR_TEXTS,
        'transfer',
        'conflict',
        'ui',
        'errors',
        'request',
        ...(check ? ['access'] : []),
      ],
    },
    <Slot />,
    content,
    (error) => (
      <DriveFailure error={asAppError(error)} requestId={call.requestId} here={url.pathname} homeHref={homeHref(c)} />
    ),
  );
}

function framedDoor(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const isToldOn = frameParentOf(c.req.query('origin'), c.get('frameParents') ?? []) !== null;
  return renderPage(
    c,
    { head: { title: `${t('doors.frame.title')} · Magpie`, noindex: true } },
    <FramedDoorView here={c.get('path')} isToldOn={isToldOn} />,
  );
}

/** In place of the drive: the session is over, the folder is gone, or the server failed. */
function DriveFailure({
  error,
  requestId,
  here,
  homeHref: home,
}: {
  error: AppError;
  requestId: string;
  here: string;
  homeHref: string;
}) {
  const { t, text } = useT();
  if (error.errorName === 'unauthenticated')
    return (
      <main className="flex min-h-dvh flex-col">
        <EmptyState
          level="h1"
          className="my-auto"
          title={t('drive.ended.title')}
          text={<p>{t('drive.ended.text')}</p>}
          action={
            <Button variant="primary" href={`${href('auth.sign-in')}?next=${encodeURIComponent(here)}`}>
              {t('drive.ended.action')}
            </Button>
          }
        />
      </main>
    );
  if (error.errorName === 'file_not_found' || error.errorName === 'file_in_recycle_bin')
    return (
      <main className="flex min-h-dvh flex-col">
        <EmptyState
          level="h1"
          className="my-auto"
          title={t('drive.gone.title')}
          text={<p>{t('drive.gone.text')}</p>}
          action={
            <Button variant="primary" href={href('drive.all')}>
              {t('drive.gone.action')}
            </Button>
          }
        />
      </main>
    );
  return (
    <main className="flex min-h-dvh flex-col">
      <ErrorView message={messageOf(error, text)} requestId={requestId} retryHref={here} homeHref={home} />
    </main>
  );
}
