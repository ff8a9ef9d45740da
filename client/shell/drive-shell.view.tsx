/**
 * The frame of the drive: header, sidebar, content. On a phone a bar at the foot leads to the places that people use most, and opens
 * the others with the account: a native popover, which needs no script. A visitor of a link has a button in the header for it.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { UPLOAD_ID } from '#shared/drive/places.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { BellLink } from './bell-link.view.tsx';
import { OfflineNote, PageNotes, SkipLink, ThemeButton } from './frame-parts.view.tsx';
import { LanguageMenu } from './language-menu.view.tsx';
import { NoticeLine } from './notice-line.view.tsx';
import { type Person, PersonMenu } from './person-menu.view.tsx';
import { PhoneBar } from './phone-bar.view.tsx';
import { PublicFooter } from './public-footer.view.tsx';
import { Sidebar, SidebarButton, type SidebarPlace } from './sidebar.view.tsx';
import { UsageNote } from './usage-note.view.tsx';
import { VipMenu } from './vip-menu.view.tsx';

export interface DriveShellProps {
  homeHref: string;
  languageHrefs: Readonly<Record<Locale, string>>;
  /** Whose drive it is; absent on a page that is the same for everyone: it has a way into the drive and the public footer. */
  person?: Person | null;
  /** Which entry of the sidebar is the page; null for none of them. */
  place: SidebarPlace | null;
  /** Bottom of the sidebar: `StorageMeter`, or the island that updates it. */
  storage?: ReactNode;
  /** The one primary action of the drive (upload): at the head of the side column, in the middle of the bar on a phone. */
  action?: ReactNode;
  /** In the middle of the header. */
  search?: ReactNode;
  /** The places stand as icons alone, as chosen on this device. */
  isNarrow?: boolean;
  children: ReactNode;
}

export function DriveShell({
  homeHref,
  languageHrefs,
  person,
  place,
  storage,
  action,
  search,
  isNarrow = false,
  children,
}: DriveShellProps): ReactNode {
  const { t } = useT();
  const { name } = usePublished().look;
  return (
    <div className="min-h-dvh" data-shell data-sidebar={isNarrow ? 'narrow' : undefined}>
      <SkipLink />
      <header className={classes('drive-head', search !== undefined && 'drive-head-search')}>
        {person ? null : <SidebarButton />}
        <a href={homeHref} className="inline-flex rounded-sm md:w-56 md:px-2" aria-label={name}>
          <Logo />
        </a>
        <div className="drive-search">{search}</div>
        <ThemeButton className={person ? 'max-md:hidden' : 'max-sm:hidden'} />
        <LanguageMenu hrefs={languageHrefs} className={person ? 'max-md:hidden' : undefined} />
        {person?.shop ? <VipMenu person={person} shop={person.shop} className="relative max-md:hidden" /> : null}
        {person ? <BellLink unread={person.space?.unread ?? 0} /> : null}
        {person ? (
          <PersonMenu person={person} />
        ) : (
          <Button href={href('drive.all')} size="sm" className="ms-1 min-w-min wrap-normal max-[24rem]:px-2">
            {t('ui.shell.open_drive')}
          </Button>
        )}
      </header>
      <div className="drive-columns">
        <div className="side-column">
          {action ? (
            <div id={UPLOAD_ID} className="main-action">
              {action}
            </div>
          ) : null}
          <Sidebar
            place={place}
            storage={storage}
            isNarrow={isNarrow}
            person={person ?? null}
            languageHrefs={languageHrefs}
          />
        </div>
        <main id="main" tabIndex={-1} className="drive-main">
          <div role="status" className="sticky top-20 z-20">
            <OfflineNote className="mb-5" />
          </div>
          <NoticeLine className="mb-5" />
          {children}
        </main>
      </div>
      {person ? (
        <PhoneBar place={place} />
      ) : (
        <>
          <PublicFooter />
          <UsageNote />
        </>
      )}
      <PageNotes isDrive />
    </div>
  );
}
