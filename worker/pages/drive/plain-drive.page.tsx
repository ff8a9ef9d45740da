/**
 * The drive for a browser without scripts: `?plain`, to which the usual page redirects such a browser. Links and forms only;
 * a form posts to the address of its listing. Personal, never cached.
 */

import type { Context } from 'hono';
import { CollectedNotes } from '#client/collect/collected-notes.view.tsx';
import { type PlainDone, PlainDriveView } from '#client/drive/listing/plain-drive.view.tsx';
import { LinkNotices } from '#client/share/link-notices.view.tsx';
import { type DrivePlace, listingHref, PLACE_LABELS, withParameter } from '#shared/drive/places.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { asNodeId, ROOT_ID } from '#shared/ids.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { firstRows, placeAsked, shownAs } from './drive-listing.ts';
import { drivePerson } from './drive-person.ts';
import { openCollectedNotes, openLinkNotices } from './link-notices.ts';
import { PLAIN_UPLOAD_BYTES, plainChange } from './plain-drive-forms.ts';

/** Address of the listing that is open, for this kind of page. */
function hereOf(c: Context<AppEnv>, place: DrivePlace): string {
  return withParameter(listingHref(placeAsked(c, place)), 'plain=1');
}

/** A listing; with `?get=` a redirect to the content of one file. */
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
  const { order, foldersFirst, kind } = shownAs(c, caller.userId, asked, null);
  const pageToken = c.req.method === 'GET' ? (c.req.query('page') ?? '') : '';
  const [person, space, path] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    asked.folderId === ROOT_ID || place !== 'all' ? [] : drive.path(caller, asked.folderId).catch(() => null),
  ]);
  const listing =
    path === null
      ? { rows: [], nextPageToken: '' }
      : await firstRows(deps, caller, { ...asked, order, foldersFirst, kind, pageToken });
  const root = place === 'search' ? t('drive.search.title', { query: asked.query }) : t(PLACE_LABELS[place]);
  return renderInDrive(
    { c, person, space, place: place === 'search' ? null : place, query: asked.query, action: null },
    {
      title: isolated(shownPath(path ?? [], translator).at(-1)?.name ?? root),
      kind: 'drive',
      ...(path === null ? { status: 404 } : {}),
    },
    <>
      {place === 'all' ? <LinkNotices notices={openLinkNotices(c, space.linkNotices)} /> : null}
      {place === 'all' ? <CollectedNotes notes={openCollectedNotes(c, space.collected)} /> : null}
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
    </>,
  );
}

export function plainDrivePost(c: Context<AppEnv>, deps: PageDeps, place: DrivePlace): Promise<Response> {
  const here = hereOf(c, place);
  return asPerson(c, here, async (caller) => {
    const { folderId } = placeAsked(c, place);
    const done = await plainChange(c, deps, caller, folderId);
    // A result with an undo is shown at once; any other leads to a GET, so that a reload repeats nothing.
    return done ? plainDrivePage(c, deps, caller, place, done) : c.redirect(here, 303);
  });
}
