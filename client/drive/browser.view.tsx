/**
 * A folder of the drive, or the trash. Renders from the page's props alone; `live` adds what the island knows.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FileIconSprite } from '#client/ui/file-icon.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { SkeletonRows } from '#client/ui/progress.tsx';
import { EmptyState, ErrorState, NoPermissionState, OfflineState } from '#client/ui/states.tsx';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import type { BrowserLive } from './browser.ts';
import { LIST_CLASS, Listing } from './listing.view.tsx';
import { Toolbar } from './toolbar.view.tsx';

export type BrowserViewProps = DriveBrowserProps & { live?: BrowserLive };

export function BrowserView(props: BrowserViewProps): ReactNode {
  const { live, place, folderId, path, order, view } = props;
  const hasSelection = live !== undefined && live.selected.size > 0;
  return (
    <div className={hasSelection ? 'max-md:pb-28' : undefined}>
      <FileIconSprite />
      <Toolbar place={place} folderId={folderId} path={path} order={order} view={view} live={live} />
      <div className="mt-2" aria-busy={live?.status === 'loading' || undefined}>
        <Content {...props} />
      </div>
      {live?.overlay}
    </div>
  );
}

function Content(props: BrowserViewProps): ReactNode {
  const { t } = useT();
  const { live, rows, place } = props;
  const retry = (
    <Button variant="primary" onClick={() => live?.on.retry()}>
      {t('ui.retry')}
    </Button>
  );
  switch (live?.status ?? 'ready') {
    case 'loading':
      return (
        <div className={LIST_CLASS}>
          <SkeletonRows />
        </div>
      );
    case 'failed':
      return <ErrorState title={t('drive.failed.title')} text={live?.problem} action={retry} />;
    case 'offline':
      return <OfflineState action={retry} />;
    case 'forbidden':
      return <NoPermissionState action={<Button href={href('drive.all')}>{t('drive.gone.action')}</Button>} />;
    case 'gone':
      return (
        <ErrorState
          title={t('drive.gone.title')}
          text={t('drive.gone.text')}
          action={
            <Button variant="primary" href={href('drive.all')}>
              {t('drive.gone.action')}
            </Button>
          }
        />
      );
    case 'ended':
      return (
        <ErrorState
          title={t('drive.ended.title')}
          text={t('drive.ended.text')}
          action={
            <Button variant="primary" href={live?.signInHref ?? href('auth.sign-in')}>
              {t('drive.ended.action')}
            </Button>
          }
        />
      );
    default:
      if (rows.length > 0) return <Listing {...props} />;
      return place === 'trash' ? (
        <EmptyState title={t('drive.empty.trash.title')} text={t('drive.empty.trash.text')} />
      ) : (
        <EmptyState title={t('drive.empty.all.title')} text={t('drive.empty.all.text')} />
      );
  }
}
