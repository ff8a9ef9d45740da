/**
 * Replaces any page without network, in the frame of the drive; cached by the service worker, so it depends on no address and no user.
 * Places lead to the lists that were seen there last.
 */
import { CloudOff, File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { PageState } from '#client/ui/states.tsx';
import type { Locale } from '#shared/locale/tags.ts';
import { Sidebar, SidebarButton } from './sidebar.view.tsx';

export interface OfflineViewProps {
  homeHref: string;
  languageHrefs: Readonly<Record<Locale, string>>;
}

export function OfflineView({ homeHref, languageHrefs }: OfflineViewProps): ReactNode {
  const { t } = useT();
  const { name } = usePublished().look;
  return (
    <div className="min-h-dvh" data-shell>
      <header className="drive-head">
        <SidebarButton />
        <a href={homeHref} className="inline-flex rounded-sm md:w-56 md:px-2" aria-label={name}>
          <Logo />
        </a>
      </header>
      <div className="drive-columns">
        <div className="side-column">
          <Sidebar place={null} languageHrefs={languageHrefs} />
        </div>
        <main id="main" className="drive-main">
          <PageState
            icon={<CloudOff size={28} aria-hidden="true" />}
            title={t('ui.offline.title')}
            text={
              <>
                <p>{t('ui.offline_page.text')}</p>
                <p className="mt-3 text-sm">{t('ui.offline_page.after')}</p>
              </>
            }
            action={
              // The address is that of the requested page: an empty link loads it again.
              <Button variant="primary" href="">
                {t('ui.retry')}
              </Button>
            }
          />
          <LastListing />
        </main>
      </div>
    </div>
  );
}

/**
 * Drawn only when the service worker has filled it in with the list that the person saw last (client/navigation/last-listings.ts):
 * words in braces, and one row of each kind, are its pattern.
 */
function LastListing(): ReactNode {
  const { t } = useT();
  const row = 'flex min-h-11 items-center gap-3 px-4 py-2';
  return (
    <template data-last-listing="">
      <section className="drive-page">
        <h2 className="text-lg font-semibold wrap-anywhere" dir="auto">
          {'{{title}}'}
        </h2>
        <p className="mt-1 text-sm text-muted">{t('ui.offline_page.list', { date: '{{date}}' })}</p>
        <ul className="card mt-4 divide-y divide-line">
          <li data-kind="folder" className={row}>
            <Folder size={20} className="flex-none text-accent" aria-hidden="true" />
            <a className="link min-w-0 flex-1 wrap-anywhere" dir="auto" href="{{href}}">
              {'{{name}}'}
            </a>
            <span className="flex-none text-xs text-muted">{'{{note}}'}</span>
          </li>
          <li data-kind="file" className={row}>
            <File size={20} className="flex-none text-muted" aria-hidden="true" />
            <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
              {'{{name}}'}
            </span>
            <span className="flex-none text-xs text-muted">{'{{note}}'}</span>
          </li>
        </ul>
        <p data-more="" hidden className="mt-3 text-sm text-muted">
          {t('ui.offline_page.more')}
        </p>
      </section>
    </template>
  );
}
