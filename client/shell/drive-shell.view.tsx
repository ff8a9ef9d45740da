/**
 * The frame of the drive: header, sidebar, content. On a phone the sidebar is a native popover, so it opens without script.
 */
import { HardDrive, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Logo, Mark } from '#client/ui/logo.tsx';
import { UPLOAD_ID } from '#shared/drive/places.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { BellLink } from './bell-link.view.tsx';
import { OfflineNote, PageNotes, SkipLink, ThemeButton } from './frame-parts.view.tsx';
import { LanguageMenu } from './language-menu.view.tsx';
import { NoticeLine } from './notice-line.view.tsx';
import { type Person, PersonMenu } from './person-menu.view.tsx';
import { PublicFooter } from './public-footer.view.tsx';
import { SIDEBAR_ID, Sidebar, type SidebarPlace } from './sidebar.view.tsx';
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
  /** The one primary action of the drive (upload): at the head of the side column, at the thumb on a phone. */
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
  return (
    <div className="min-h-dvh" data-shell data-sidebar={isNarrow ? 'narrow' : undefined}>
      <SkipLink />
      <header className="sticky top-0 z-20 flex min-h-16 items-center gap-1 border-b border-line bg-paper px-2 py-2 sm:gap-2 sm:px-4">
        <button
          type="button"
          className="btn btn-icon md:hidden"
          popoverTarget={SIDEBAR_ID}
          aria-label={t('ui.sidebar.open')}
          title={t('ui.sidebar.open')}
        >
          <Menu size={22} aria-hidden="true" />
        </button>
        <a href={homeHref} className="inline-flex rounded-sm md:w-56 md:px-2" aria-label="Magpie">
          {search ? (
            <>
              {/* On a phone the search needs the space of the name. */}
              <span className="sm:hidden">
                <Mark size={36} />
              </span>
              <span className="max-sm:hidden">
                <Logo />
              </span>
            </>
          ) : (
            <Logo />
          )}
        </a>
        <div className="min-w-0 flex-1">{search}</div>
        <ThemeButton className="max-sm:hidden" />
        <LanguageMenu hrefs={languageHrefs} />
        {person?.shop ? <VipMenu person={person} shop={person.shop} className="relative max-sm:hidden" /> : null}
        {person ? <BellLink unread={person.space?.unread ?? 0} /> : null}
        {person ? (
          <PersonMenu person={person} />
        ) : (
          <Button
            href={href('drive.all')}
            size="sm"
            className="ms-1 max-[24rem]:px-2"
            icon={search ? <HardDrive size={20} className="min-[26rem]:hidden" aria-hidden="true" /> : undefined}
          >
            {/* On a phone the search needs the space of the label, which stays its accessible name. */}
            <span className={search ? 'max-[26rem]:sr-only' : undefined}>{t('ui.shell.open_drive')}</span>
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
          <Sidebar place={place} storage={storage} isNarrow={isNarrow} isOperator={person?.isOperator} />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-[calc(6rem+var(--transfers,0px))] focus:outline-none sm:px-6 md:pb-[calc(2rem+var(--transfers,0px))] lg:px-8"
        >
          <div role="status" className="sticky top-20 z-20">
            <OfflineNote className="mb-5" />
          </div>
          <NoticeLine className="mb-5" />
          {children}
        </main>
      </div>
      {person ? null : (
        <>
          <PublicFooter />
          <UsageNote />
        </>
      )}
      <PageNotes isDrive />
    </div>
  );
}
