/**
 * The drive in a browser that runs no scripts: `?plain`, where the usual page leads such a browser by itself. Links and
 * forms alone; a form posts to the address of its listing. Personal, never stored.
 */

import type { Context } from 'hono';
import { type PlainDone, PlainDriveView } from '#client/drive/listing/plain-drive.view.tsx';
import { SearchView } from '#client/drive/search/search.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { StorageMeter } from '#client/shell/sidebar.view.tsx';
import { type DrivePlace, listingHref, PLACE_LABELS, withParameter } from '#shared/drive/places.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { asNodeId, ROOT_ID } from '#shared/ids.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { homeHref, isSidebarNarrow, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { firstRows, placeAsked, shownAs } from './drive-listing.ts';
import { drivePerson } from './drive-person.ts';
import { PLAIN_UPLOAD_BYTES, plainChange } from './plain-drive-forms.ts';

/** Address of the listing that is open, for this kind of page. */
function hereOf(c: Context<AppEnv>, place: DrivePlace): string {
  return withParameter(listingHref(placeAsked(c, place)), 'plain=1');
}

/** A listing, or with `?get=` the way to the content of one file. */
export async function plainDrivePage(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  place: DrivePlace,
  done: PlainDone | null = null,
): Promise<Response> {
  const wanted = c.req.query('get');
  if (wanted !== undefined && c.req.method === 'GET') {
    const { web_content_link } = await deps.drive.detail(caller, asNodeId(wanted));
    return c.redirect(web_content_link, 303);
  }
  const { drive } = deps;
  const translator = translatorOf(c.get('locale'));
  const { t } = translator;
  const asked = placeAsked(c, place);
  const { order, foldersFirst, kind } = shownAs(c, caller, place, asked.folderId);
  const pageToken = c.req.method === 'GET' ? (c.req.query('page') ?? '') : '';
  const [person, space, path] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    asked.folderId === ROOT_ID ? [] : drive.path(caller, asked.folderId).catch(() => null),
  ]);
  const listing =
    path === null
      ? { rows: [], nextPageToken: '' }
      : await firstRows(deps, caller, { ...asked, order, foldersFirst, kind, pageToken });
  const root = place === 'search' ? t('drive.search.title', { query: asked.query }) : t(PLACE_LABELS[place]);
  return renderPage(
    c,
    {
      head: { title: `${isolated(shownPath(path ?? [], translator).at(-1)?.name ?? root)} · Magpie`, noindex: true },
      kind: 'drive',
      ...(path === null ? { status: 404 } : {}),
    },
    <DriveShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      place={place === 'search' ? null : place}
      search={<SearchView query={asked.query} />}
      isNarrow={isSidebarNarrow(c)}
      person={{ ...person, space }}
      storage={<StorageMeter usedBytes={space.usageBytes} limitBytes={space.limitBytes} />}
    >
      <PlainDriveView
        place={place}
        root={root}
        path={path}
        here={hereOf(c, place)}
        fullHref={listingHref(asked)}
        rows={listing.rows}
        nextPageToken={listing.nextPageToken}
        uploadBytes={PLAIN_UPLOAD_BYTES}
        done={done}
      />
    </DriveShell>,
  );
}

export function plainDrivePost(c: Context<AppEnv>, deps: PageDeps, place: DrivePlace): Promise<Response> {
  const here = hereOf(c, place);
  return asPerson(c, here, async (caller) => {
    const { folderId } = placeAsked(c, place);
    const done = await plainChange(c, deps, caller, folderId);
    // A page with a way back is shown at once; every other one is asked for, so that loading it again repeats nothing.
    return done ? plainDrivePage(c, deps, caller, place, done) : c.redirect(here, 303);
  });
}
