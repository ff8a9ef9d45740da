/**
 * Toolbar of a listing: path, new folder, sort and view. Sort and view are links, so they work before any script. The actions of the
 * selection load at the first one.
 */
import { FolderPlus, PanelRight, Trash2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { listingHref } from '#shared/drive/places.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';
import { allowedHere } from '../drive.can.ts';
import { useLate } from '../late.ts';
import { KIND_LABELS } from './labels.ts';
import { PathBar } from './path-bar.view.tsx';
import type { SelectionToolsProps } from './selection-tools.view.tsx';
import { type Here, isPlainPress, KindMenu, SortMenu, ViewSwitch } from './toolbar-menus.view.tsx';

export function Toolbar({
  live,
  path,
  ...here
}: Here & Pick<DriveBrowserProps, 'path'> & { live?: BrowserLive }): ReactNode {
  const { t } = useT();
  const { place } = here;
  const on = live?.on;
  const may = allowedHere(place);
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
      <PathBar place={place} path={path} query={here.query} on={on} />
      <div className="flex items-center gap-1">
        {may.includes('new-folder') ? (
          <Button
            icon={<FolderPlus size={18} aria-hidden="true" />}
            className="needs-script max-sm:hidden"
            onClick={() => on?.newFolder()}
          >
            {t('drive.folder.new')}
          </Button>
        ) : null}
        {may.includes('empty-trash') ? (
          <>
            <Button
              icon={<Trash2 size={18} aria-hidden="true" />}
              className="needs-script max-sm:hidden"
              onClick={() => on?.emptyTrash()}
            >
              {t('drive.trash.empty')}
            </Button>
            <IconButton
              label={t('drive.trash.empty')}
              icon={<Trash2 size={20} aria-hidden="true" />}
              className="needs-script sm:hidden"
              onClick={() => on?.emptyTrash()}
            />
          </>
        ) : null}
        {may.includes('new-folder') ? (
          <IconButton
            label={t('drive.folder.new')}
            icon={<FolderPlus size={20} aria-hidden="true" />}
            className="needs-script sm:hidden"
            onClick={() => on?.newFolder()}
          />
        ) : null}
        {may.includes('sort') ? <SortMenu {...here} on={on} /> : null}
        {may.includes('view') ? (
          <>
            {place === 'search' && here.query === '' ? null : <KindMenu {...here} on={on} />}
            <ViewSwitch {...here} on={on} />
          </>
        ) : null}
        <IconButton
          label={t('drive.details.title')}
          icon={<PanelRight size={20} aria-hidden="true" />}
          className={classes('needs-script max-[1279px]:hidden', live?.isPanelOpen && 'bg-accent-soft text-accent')}
          aria-pressed={live?.isPanelOpen ?? false}
          aria-keyshortcuts="I"
          onClick={() => on?.togglePanel()}
        />
      </div>
      {here.kind === 'all' ? null : <KindChip {...here} live={live} />}
    </div>
  );
}

/** Says that a filter hides rows, and removes it. */
function KindChip({ live, ...here }: Here & { live?: BrowserLive }): ReactNode {
  const { t } = useT();
  const key = KIND_LABELS.find(({ kind }) => kind === here.kind)?.key;
  return (
    <p className="flex basis-full items-center gap-1 text-sm text-muted">
      <span className="rounded-full bg-accent-soft px-3 py-1 font-semibold text-accent">{key ? t(key) : null}</span>
      <a
        className="btn btn-plain px-3"
        href={listingHref({ ...here, kind: 'all' })}
        onClick={(event) => {
          if (!live || !isPlainPress(event)) return;
          event.preventDefault();
          live.on.narrow('all');
        }}
      >
        {t('drive.filter.clear')}
      </a>
    </p>
  );
}

/** @returns the actions of the selection */
export const loadSelectionTools = () =>
  import('./selection-tools.view.tsx').then(({ SelectionTools }): ComponentType<SelectionToolsProps> => SelectionTools);

/** Drawn only while there is a selection, so never in the first HTML. */
export function SelectionBar(props: SelectionToolsProps): ReactNode {
  const Tools = useLate(true, loadSelectionTools);
  return Tools ? <Tools {...props} /> : <span className="flex-1" />;
}
