/** The drive: head and frame at once, the first rows in the first HTML, then islands. Personal, never stored. */
import type { Context } from 'hono';
import { doorHref } from '#client/auth/carry.view.tsx';
import { BrowserView } from '#client/drive/browser.view.tsx';
import { StorageView } from '#client/drive/storage.view.tsx';
import { UploadButtonView } from '#client/drive/upload-button.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { ErrorView } from '#client/shell/error.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { readCookie } from '#shared/cookies.ts';
import { DISPLAY_COOKIE, displayModeOf } from '#shared/drive/display.ts';
import { sortOrderOf } from '#shared/drive/model.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { type AppError, ERRORS } from '#shared/errors.ts';
import { asNodeId, ROOT_ID } from '#shared/ids.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { Island } from './island.tsx';
import { readCarry } from './next.ts';
import { homeHref, languageHrefs, Slot, streamPage, translatorOf } from './render.tsx';
import { type PageDeps, WEB_CLIENT } from './services.ts';

/** Rows in the first HTML. */
const FIRST_ROWS = 100;

export async function drivePage(c: Context<AppEnv>, deps: PageDeps, place: 'all' | 'trash'): Promise<Response> {
  const call = c.get('call');
  const caller = call.caller;
  const url = new URL(c.req.url);
  if (!caller) {
    const { scene } = readCarry(url.searchParams, deps.config.appOrigin);
    return c.redirect(doorHref('auth.sign-in', { next: url.pathname + url.search, scene, dialog: false }), 303);
  }
  const { t } = translatorOf(call.locale);
  const folderId = asNodeId(place === 'all' ? (c.req.param('folderId') ?? '') : '');
  const display = displayModeOf(readCookie(c.get('cookies'), DISPLAY_COOKIE));
  const order = c.req.query('order') ? sortOrderOf(c.req.query('order') ?? '') : display.orderType;
  const view =
    c.req.query('view') === 'list' || c.req.query('view') === 'grid'
      ? (c.req.query('view') as 'list' | 'grid')
      : display.viewType;

  const listing = deps.drive.list(caller, {
    parentId: place === 'trash' ? '*' : folderId,
    limit: FIRST_ROWS,
    pageToken: '',
    order,
    foldersFirst: display.pinFoldersTop,
    trashed: place === 'trash',
    phases: ['PHASE_TYPE_COMPLETE', 'PHASE_TYPE_RUNNING'],
  });
  const path = folderId === ROOT_ID ? Promise.resolve([]) : deps.drive.path(caller, folderId);
  const space = deps.drive.space(caller);
  const profile = deps.auth.profile(caller);
  for (const pending of [listing, path, space, profile]) pending.catch(() => undefined);

  async function content() {
    const [page, crumbs, room, person] = await Promise.all([listing, path, space, profile]);
    const browser: DriveBrowserProps = {
      place,
      folderId,
      path: crumbs,
      rows: page.files.map(rowOf),
      nextPageToken: page.next_page_token,
      order,
      view,
      serverTimeMs: call.nowMs,
    };
    const storage = { usageBytes: room.usageBytes, limitBytes: room.limitBytes };
    const upload = { folderId, disabled: place === 'trash' };
    return (
      <DriveShell
        homeHref={homeHref(c)}
        languageHrefs={languageHrefs(c)}
        place={place}
        person={{ name: person.name || person.email, contact: person.email }}
        action={<Island id="drive/upload" props={upload} view={<UploadButtonView {...upload} />} />}
        storage={<Island id="drive/storage" props={storage} view={<StorageView {...storage} />} />}
      >
        <Island id="drive/browser" props={browser} view={<BrowserView {...browser} />} />
      </DriveShell>
    );
  }

  return streamPage(
    c,
    {
      head: { title: `${t(place === 'trash' ? 'ui.sidebar.trash' : 'ui.sidebar.all_files')} · Magpie`, noindex: true },
      scripts: 'islands',
      kind: 'drive',
      facts: {
        locale: call.locale,
        apiOrigins: deps.config.apiOrigins,
        clientId: WEB_CLIENT,
        userId: caller.userId,
        serverTimeMs: call.nowMs,
      },
      texts: ['drive', 'ui', 'errors', 'request'],
    },
    <Slot />,
    content,
    (error) => (
      <DriveFailure error={asAppError(error)} requestId={call.requestId} here={url.pathname} homeHref={homeHref(c)} />
    ),
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
  const lost = error.errorName === 'file_not_found' || error.errorName === 'file_in_recycle_bin';
  return (
    <main className="flex min-h-dvh flex-col">
      <ErrorView
        message={text(ERRORS[error.errorName].messageKey)}
        requestId={requestId}
        retryHref={lost ? href('drive.all') : here}
        homeHref={home}
      />
    </main>
  );
}
