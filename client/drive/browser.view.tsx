/** A folder of the drive, or the trash. Renders from the page's props alone; `live` adds the island's state. */
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { SkeletonRows } from '#client/ui/progress.tsx';
import { EmptyState, ErrorState, NoPermissionState, OfflineState } from '#client/ui/states.tsx';
import { listingHref } from '#shared/drive/places.ts';
import { type DriveBrowserProps, isLarge } from '#shared/islands.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { href } from '#shared/routes.ts';
import type { BrowserLive, LargeView } from './browser-model.ts';
import { LIST_CLASS, Listing } from './listing/listing.view.tsx';
import { Toolbar } from './toolbar/toolbar.view.tsx';
import { type Here, isPlainPress } from './toolbar/toolbar-menus.view.tsx';

/** @param large  the preview views: on the server always, in the browser once they are loaded */
export type BrowserViewProps = DriveBrowserProps & { live?: BrowserLive; large?: LargeView | null };

function toolbarProps(props: DriveBrowserProps): Here {
  const { place, folderId, order, view, query, kind, foldersFirst, isOrderGlobal, isViewGlobal, isCompact, columns } =
    props;
  return { place, folderId, order, view, query, kind, foldersFirst, isOrderGlobal, isViewGlobal, isCompact, columns };
}

export function BrowserView(props: BrowserViewProps): ReactNode {
  const { live, path } = props;
  const hasSelection = live !== undefined && live.selected.size > 0;
  return (
    <div className={classes('drive-page max-w-none', hasSelection && 'max-md:pb-14')}>
      <div className="flex gap-6">
        <div className="min-w-0 flex-1">
          <Toolbar {...toolbarProps(props)} path={path} live={live} />
          {live?.chips}
          <div className="mt-2" aria-busy={live?.status === 'loading' || undefined}>
            <Content {...props} />
          </div>
          {live?.inside}
        </div>
        {live?.panel}
      </div>
      {live?.overlay}
    </div>
  );
}

function Content(props: BrowserViewProps): ReactNode {
  const { t, tn } = useT();
  const { live, rows, large: Large } = props;
  const retry = (
    <Button variant="primary" onClick={() => live?.on.retry()}>
      {t('ui.retry')}
    </Button>
  );
  const home = (
    <Button variant="primary" href={href('drive.all')}>
      {t('drive.gone.action', { place: t('ui.sidebar.all_files') })}
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
      return <NoPermissionState action={home} />;
    case 'gone':
      return <ErrorState title={t('drive.gone.title')} text={t('drive.gone.text')} action={home} />;
    case 'left':
      return null;
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
      if (props.place === 'photos' || (rows.length > 0 && isLarge(props.view)))
        return Large ? <Large {...props} /> : null;
      if (rows.length > 0)
        return (
          <>
            {props.trashDays === undefined ? null : (
              <p className="text-sm text-muted">{tn('drive.trash.note', props.trashDays)}</p>
            )}
            <Listing {...props} />
          </>
        );
      return <Empty {...props} />;
  }
}

const EMPTY_LABELS = {
  all: ['ready', 'drive.empty.all.title', 'drive.empty.all.text'],
  trash: ['asleep', 'drive.empty.trash.title', 'drive.empty.trash.text'],
  starred: ['star', 'drive.empty.starred.title', 'drive.empty.starred.text'],
  search: ['looking', 'drive.empty.search.title', 'drive.empty.search.text'],
} as const;

function Empty({ place, query, kind, folderId, live }: BrowserViewProps): ReactNode {
  const { t } = useT();
  if (kind !== 'all')
    return (
      <EmptyState
        mood="looking"
        title={t('drive.filter.empty.title')}
        text={t('drive.filter.empty.text')}
        action={
          <Button
            href={listingHref({ place, query, folderId })}
            onClick={(event: MouseEvent) => {
              if (!live || !isPlainPress(event)) return;
              event.preventDefault();
              live.on.narrow('all');
            }}
          >
            {t('drive.filter.clear')}
          </Button>
        }
      />
    );
  if (place === 'search' && query === '')
    return <EmptyState mood="looking" title={t('drive.empty.query.title')} text={t('drive.empty.query.text')} />;
  const [mood, title, text] = EMPTY_LABELS[place as keyof typeof EMPTY_LABELS];
  if (place !== 'all') return <EmptyState mood={mood} title={t(title)} text={t(text)} />;
  return (
    <EmptyState
      mood={mood}
      className="drop-zone"
      title={t(title)}
      // Fingers drop no files.
      text={<span className="pointer-coarse:hidden">{t(text)}</span>}
      action={<FirstSteps live={live} />}
    />
  );
}

/** The toolbar has the third: a new folder. */
function FirstSteps({ live }: Pick<BrowserViewProps, 'live'>): ReactNode {
  const { t } = useT();
  return (
    <>
      <Button variant="primary" className="needs-script" onClick={() => live?.pickFiles()}>
        {t('drive.upload.files')}
      </Button>
      <Button variant="plain" href={actionHref('create_task')} className="needs-script basis-full">
        {t('drive.empty.all.link')}
      </Button>
    </>
  );
}
