/** Replaces any page without network; cached by the service worker, so it depends on no address and no user. */
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { EmptyState } from '#client/ui/states.tsx';

export function OfflineView({ homeHref }: { homeHref: string }): ReactNode {
  const { t } = useT();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex min-h-16 w-full max-w-6xl items-center px-4 py-2 sm:px-6">
        <a href={homeHref} className="inline-flex rounded-sm">
          <Logo />
        </a>
      </header>
      <main id="main" className="flex flex-1 flex-col pb-16">
        <EmptyState
          level="h1"
          className="my-auto"
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
      </main>
    </div>
  );
}
