/** The drive: head at once, then the shell with the first rows, then islands. Personal, never cached. */
import type { Context } from 'hono';
import { signInHref } from '#client/auth/sign-in/carry.view.tsx';
import { CollectedNotes } from '#client/collect/collected-notes.view.tsx';
import { BannerView } from '#client/drive/banner.view.tsx';
import { BrowserView } from '#client/drive/browser.view.tsx';
import { FirstStepsView } from '#client/drive/first-steps/first-steps.view.tsx';
import { FolderGone } from '#client/drive/listing/folder-gone.view.tsx';
import { Gallery } from '#client/drive/photos/gallery.view.tsx';
import { Large } from '#client/drive/preview/large.view.tsx';
import { SearchView } from '#client/drive/search/search.view.tsx';
import { StorageView } from '#client/drive/storage/storage.view.tsx';
import { UploadButtonView } from '#client/drive/upload/upload-button.view.tsx';
import { UploadLinkView } from '#client/drive/upload/upload-link.view.tsx';
import { EndingView } from '#client/membership/ending.view.tsx';
import { LinkNotices } from '#client/share/link-notices.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { ErrorView } from '#client/shell/error.view.tsx';
import { FramedSignInView } from '#client/shell/framed-sign-in.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { frameParentOf } from '#shared/bridge/frame.ts';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import { type DrivePlace, PLACE_LABELS, withParameter } from '#shared/drive/places.ts';
import { messageOf } from '#shared/error-message.ts';
import type { AppError, ErrorName } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { type DriveBrowserProps, isLarge } from '#shared/islands.ts';
import { BROWSER_TEXTS } from '#shared/locale/island-texts.gen.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { productName } from '#shared/locale/messages.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { boundedNext, readCarry } from '../auth/next.ts';
import { allowFrame, isForFrame } from '../render/framing.ts';
import { Island } from '../render/island-element.tsx';
import { driveBanner } from '../render/published.ts';
import {
  homeHref,
  isSidebarNarrow,
  languageHrefs,
  renderPage,
  Slot,
  streamPage,
  translatorOf,
} from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { accessFacts } from '../site/block.page.tsx';
import { activityNote } from './activity-note.ts';
import { DriveLayout } from './drive-layout.tsx';
import { firstRows, type ListingPage, type ListingRequest, placeAsked, shownAs } from './drive-listing.ts';
import { driveVisitor } from './drive-person.ts';
import { endingNote } from './ending-note.ts';
import { firstSteps } from './first-steps.ts';
import { openCollectedNotes, openLinkNotices } from './link-notices.ts';
import { pageFacts } from './page-facts.ts';
import { plainDrivePage } from './plain-drive.page.tsx';

const DAY_SECONDS = 86_400;

/** Texts of the drive's islands while no region check runs. */
const UNCHECKED_TEXTS = BROWSER_TEXTS.filter((start) => !/^access(\.|$)/.test(start));

export async function drivePage(c: Context<AppEnv>, deps: PageDeps, place: DrivePlace): Promise<Response> {
  const call = c.get('call');
  const caller = call.caller;
  const url = new URL(c.req.url);
  await allowFrame(c, deps);
  if (!caller && isForFrame(c) && c.get('frameParents')?.length) return framedSignIn(c);
  if (!caller) {
    const { purpose } = readCarry(url.searchParams, deps.config.appOrigin);
    const next = boundedNext(url.pathname + url.search);
    return c.redirect(signInHref('auth.sign-in', { next, purpose, dialog: false }), 303);
  }
  const { userId } = caller;
  // Narrowed once, for the functions below.
  const visitor = caller;
  const { t } = translatorOf(call.locale);
  const { folderId, query, timeZone } = placeAsked(c, place);
  if (c.req.query('plain') !== undefined) return plainDrivePage(c, deps, caller, place);
  const where = { place, query, folderId, timeZone };
  // By the choices of this browser, which those of the account equal as a rule: nothing waits for the account.
  const here = shownAs(c, userId, where, null);
  const rowsAs = (shown: typeof here) => firstRows(deps, caller, { ...where, ...shown });
  const listing = rowsAs(here);
  const path = folderId === ROOT_ID || place !== 'all' ? Promise.resolve([]) : deps.drive.path(caller, folderId);
  const space = deps.drive.space(caller);
  const who = driveVisitor(deps, caller);
  for (const pending of [listing, path, space, who]) pending.catch(() => undefined);
  const banner = place === 'all' ? await driveBanner(c, deps) : null;
  const activity = await activityNote(c, deps);
  const check = await deps.access.browserCheck();
  if (check) c.set('accessOrigins', check.domains);

  async function content() {
    const [found, quota, { person, endings, createdMs, display }] = await Promise.all([
      foundOrGone(Promise.all([listing, path])),
      space,
      who,
    ]);
    const shown = shownAs(c, userId, where, display);
    const isOtherOrder = shown.order !== here.order || shown.foldersFirst !== here.foldersFirst;
    if (found === null && place !== 'photos')
      return (
        <DriveLayout c={c} person={person} space={quota}>
          <FolderGone rootHref={href('drive.all')} />
        </DriveLayout>
      );
    const [listed, crumbs] = found ?? [{ rows: [], nextPageToken: '', albumName: undefined }, []];
    const { albumName, ...page } = found && isOtherOrder ? await rowsAs(shown) : listed;
    const ending = place === 'all' ? await endingNote(c, deps, userId, endings, quota) : null;
    const notices = place === 'all' ? openLinkNotices(c, quota.linkNotices) : [];
    const collected = place === 'all' ? openCollectedNotes(c, quota.collected) : [];
    const isHome = place === 'all' && folderId === ROOT_ID;
    const steps = isHome ? await firstSteps(c, deps, visitor, { createdMs, space: quota }) : null;
    const browser: DriveBrowserProps = {
      place,
      query,
      folderId,
      path: albumName === undefined ? crumbs : [{ id: folderId, name: albumName }],
      ...page,
      ...shown,
      serverTimeMs: call.nowMs,
      ...(deps.drive.takesTorrents() ? { takesTorrents: true } : {}),
      ...(person.shop ? { sells: true } : {}),
      ...(activity ? { activity } : {}),
      ...(place === 'trash' ? { trashDays: Math.round(deps.config.limits.trashTtlSeconds / DAY_SECONDS) } : {}),
    };
    const storage = { usageBytes: quota.usageBytes, limitBytes: quota.limitBytes };
    return (
      <DriveShell
        homeHref={homeHref(c)}
        languageHrefs={languageHrefs(c)}
        place={place === 'search' ? null : place}
        search={<Island id="drive/search" props={{ query }} view={<SearchView query={query} />} />}
        isNarrow={isSidebarNarrow(c)}
        person={{ ...person, space: quota }}
        action={
          place === 'trash' ? <UploadLinkView /> : <Island id="drive/upload" props={{}} view={<UploadButtonView />} />
        }
        storage={<Island id="drive/storage" props={storage} view={<StorageView {...storage} />} />}
      >
        {notices.length > 0 ? <LinkNotices notices={notices} /> : null}
        {collected.length > 0 ? <CollectedNotes notes={collected} /> : null}
        {ending ? <EndingView {...ending} sells={person.shop !== undefined} /> : null}
        {banner ? <BannerView {...banner} /> : null}
        <Island
          id="drive/browser"
          props={browser}
          view={<BrowserView {...browser} large={place === 'photos' ? Gallery : Large} />}
        />
        {steps ? <FirstStepsView done={steps} driveAddress={deps.config.appOrigin + href('drive.all')} /> : null}
      </DriveShell>
    );
  }

  const languages = languageHrefs(c);
  return streamPage(
    c,
    {
      head: {
        title: `${await titleOf(where, listing, t)} · ${productName(c.get('locale'))}`,
        noindex: true,
        plainHref: withParameter(url.pathname + url.search, 'plain=1'),
      },
      scripts: 'islands',
      ...(isLarge(here.view) || place === 'photos' ? {} : { styles: 'drive-list' }),
      kind: 'drive',
      facts: {
        ...pageFacts(c, deps, userId),
        ...(check ? { access: accessFacts(check, call.locale) } : {}),
      },
      texts: check ? BROWSER_TEXTS : UNCHECKED_TEXTS,
    },
    <Slot />,
    content,
    (error) => (
      <PublicShell homeHref={homeHref(c)} languageHrefs={languages} entrance="none">
        <DriveFailure error={asAppError(error)} requestId={call.requestId} here={url.pathname} homeHref={homeHref(c)} />
      </PublicShell>
    ),
  );
}

const GONE: readonly ErrorName[] = ['file_not_found', 'not_found', 'file_in_recycle_bin'];

/** The page of an album waits for its name. */
async function titleOf(
  { place, query, folderId }: Pick<ListingRequest, 'place' | 'query' | 'folderId'>,
  listing: Promise<ListingPage>,
  t: Translator['t'],
): Promise<string> {
  if (place === 'search') return t('drive.search.title', { query });
  if (place !== 'photos' || folderId === '') return t(PLACE_LABELS[place]);
  if (folderId === ALL_ALBUMS) return t('drive.albums.title');
  const name = (await listing.catch(() => null))?.albumName;
  return name === undefined ? t('ui.sidebar.photos') : isolated(name);
}

/** @returns null for a folder that does not exist or belongs to another user. @throws every other error */
async function foundOrGone<T>(listing: Promise<T>): Promise<T | null> {
  try {
    return await listing;
  } catch (error) {
    if (GONE.includes(asAppError(error).errorName)) return null;
    throw error;
  }
}

function framedSignIn(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const notifiesParent = frameParentOf(c.req.query('origin'), c.get('frameParents') ?? []) !== null;
  return renderPage(
    c,
    { head: { title: `${t('drive.frame.title')} · ${productName(c.get('locale'))}`, noindex: true } },
    <FramedSignInView here={c.get('path')} notifiesParent={notifiesParent} />,
  );
}

/** Shown in place of the drive when the session has ended or the server failed. */
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
      <EmptyState
        level="h1"
        className="mt-[10svh] mb-auto"
        title={t('drive.ended.title')}
        text={<p>{t('auth.sign_in.ended')}</p>}
        action={
          <Button variant="primary" href={`${href('auth.sign-in')}?next=${encodeURIComponent(here)}`}>
            {t('drive.ended.action')}
          </Button>
        }
      />
    );
  return <ErrorView message={messageOf(error, text)} requestId={requestId} retryHref={here} homeHref={home} />;
}
