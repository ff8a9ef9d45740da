/** The page for an unknown address: in the drive's frame for a signed-in person. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState, PageState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';

export interface NotFoundViewProps {
  /** The requested address, shown as text. */
  path: string;
  homeHref: string;
  /** A session is in this browser: the drive is the likely way on. */
  isSignedIn?: boolean;
  /** The page has the drive's frame. */
  isInDrive?: boolean;
}

export function NotFoundView({ path, homeHref, isSignedIn = false, isInDrive = false }: NotFoundViewProps): ReactNode {
  const { t } = useT();
  const state = {
    mood: 'looking',
    title: t('ui.not_found.title'),
    text: (
      <>
        <p>{t('ui.not_found.tip')}</p>
        <p className="mt-3 font-mono text-xs break-all">
          {t('ui.not_found.title')}: {path}
        </p>
      </>
    ),
    action: (
      <>
        {isSignedIn ? (
          <Button variant="primary" href={href('drive.all')}>
            {t('ui.shell.open_drive')}
          </Button>
        ) : null}
        <Button variant={isSignedIn ? 'quiet' : 'primary'} href={homeHref}>
          {t('ui.shell.home')}
        </Button>
      </>
    ),
  } as const;
  return isInDrive ? <PageState {...state} /> : <EmptyState level="h1" className="mt-[10svh] mb-auto" {...state} />;
}
