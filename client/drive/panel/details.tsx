/** Details of the selection: a panel beside the list on a wide window, else a dialog. Loaded at first use. */

import { Check, Copy, Files, Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { When } from '#client/ui/when.tsx';
import { readClock } from '#shared/drive/photos/taken.ts';
import { listingHref } from '#shared/drive/places.ts';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import { shownName, shownPath } from '#shared/drive/shown-name.ts';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { PANEL_HEADING_ID } from '../browser-api.ts';
import type { MoreFacts } from '../details/details.actions.ts';
import { type Fact, Facts } from '../dialogs/fact-list.view.tsx';
import { allowedActions, type DriveAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import type { Crumb } from '../drive.state.ts';
import { kindLabel } from '../listing/kind-labels.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { ACTION_LABELS, ActionIcon } from '../toolbar/action-icon.view.tsx';
import { isPlainPress } from '../toolbar/toolbar-menus.view.tsx';
import { SharedFacts } from './shared-facts.view.tsx';
import { Versions } from './versions.tsx';

/** A selection that grows row by row is measured once it has not changed for this long. */
const REST_MS = 120;

/** `facts` null: they could not be loaded. */
interface FactsRequest {
  readonly of: string;
  readonly facts: MoreFacts | null;
}

/** Loads the facts of another selection, and again when one of its rows changed. */
function useMore(drive: DriveContext, rows: readonly DriveRow[]): FactsRequest | null {
  const { state, actions } = drive;
  const [asked, setAsked] = useState<FactsRequest | null>(null);
  const isTrash = state.place.value === 'trash';
  const versionTurn = state.versionTurn.value;
  const [first] = rows;
  const of =
    rows.length === 1 && first
      ? // A restored version may have the same size and time, so the version turn counts too.
        [first.id, first.parentId, first.name, first.phase, first.sizeBytes, first.modifiedMs, versionTurn].join()
      : rows.map(({ id }) => id).join();
  // The content of a folder changes without its row: each refresh of the list loads the facts again.
  const listed = rows.length > 1 || first?.folder ? state.rows.value : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for the rows, `listed` for what lies below them
  useEffect(() => {
    if (of === '' || isTrash) return;
    let isMine = true;
    const put = (facts: MoreFacts | null) => {
      if (isMine) setAsked({ of, facts });
    };
    const timer = setTimeout(() => {
      actions.details.more(rows).then(put, () => put(null));
    }, REST_MS);
    return () => {
      isMine = false;
      clearTimeout(timer);
    };
  }, [actions, of, listed, isTrash]);
  return asked?.of === of ? asked : null;
}

/** The folders above the selection, each a link. */
function Way({ path, drive }: { path: readonly Crumb[]; drive: DriveContext }): ReactNode {
  const translator = useT();
  const steps = [{ id: '', name: translator.t('ui.sidebar.all_files') }, ...shownPath(path, translator)];
  return steps.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 ? <span className="text-muted"> / </span> : null}
      <a
        className="link"
        href={listingHref({ place: 'all', folderId: id, query: '' })}
        onClick={(event) => {
          if (isPlainPress(event) && drive.actions.handlers.openFolder(id)) event.preventDefault();
        }}
      >
        {name}
      </a>
    </Fragment>
  ));
}

/** Time that the success icon stays, ms. */
const COPIED_MS = 2_500;

function Hash({ hash, drive }: { hash: string; drive: DriveContext }): ReactNode {
  const { t } = useT();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 flex-1 break-all text-xs">{hash}</code>
      <IconButton
        label={t('drive.details.hash_copy')}
        icon={isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        className="-my-2.5"
        onClick={() => {
          navigator.clipboard.writeText(hash).then(
            () => setCopied(true),
            () => drive.actions.toasts.show(t('drive.link.copy_failed')),
          );
        }}
      />
      <span role="status" className="sr-only">
        {isCopied ? t('drive.link.copied') : ''}
      </span>
    </span>
  );
}

/** By the clock where it was taken, and how far that is from UTC where the camera says so. */
function takenText(taken: string, { locale }: Format): string {
  const clock = readClock(taken);
  if (!clock) return taken;
  const zone = taken.slice('2026-08-15T14:30:12'.length);
  return [makeFormat(locale, 'UTC').dateAndTime(clock.clockMs), zone].filter((part) => part !== '').join(' ');
}

function useFacts(drive: DriveContext, rows: readonly DriveRow[], asked: FactsRequest | null): Fact[] {
  const translator = useT();
  const { t, tn } = translator;
  const format = useFormat();
  const [first] = rows;
  if (!first) return [];
  const more = asked?.facts ?? null;
  const one = rows.length === 1 ? first : null;
  const mark = drive.state.marks.value.get(first.id);
  const hasFolders = rows.some((row) => row.folder);
  const ownBytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
  // Rows contain their own sizes; only folders must be measured.
  const bytes = hasFolders ? (more?.sizeBytes ?? null) : ownBytes;
  const count = more ?? {
    files: rows.filter((row) => !row.folder).length,
    folders: rows.filter((row) => row.folder).length,
  };
  const size = bytes === null ? '…' : format.bytes(bytes);
  const facts: (Fact | null)[] = [
    one
      ? [
          t('drive.details.kind'),
          <span key="kind" title={one.folder ? undefined : one.mime}>
            {kindLabel(translator, one)}
          </span>,
        ]
      : null,
    [t('drive.details.size'), more?.isWhole === false ? t('drive.details.at_least', { size }) : size],
    one && !(one.folder && more)
      ? null
      : [
          t('drive.details.contains'),
          format.list([
            ...(count.files > 0 || count.folders === 0 ? [tn('drive.details.files', count.files)] : []),
            ...(count.folders > 0 ? [tn('drive.details.folders', count.folders)] : []),
          ]),
        ],
    more?.path ? [t('drive.details.place'), <Way key="way" path={more.path} drive={drive} />] : null,
    one && more?.taken ? [t('drive.details.taken'), takenText(more.taken, format)] : null,
    one && more?.createdMs ? [t('drive.details.created'), <When key="created" ms={more.createdMs} withTime />] : null,
    one ? [t('drive.details.modified'), <When key="modified" ms={one.modifiedMs} withTime />] : null,
    one && one.trashedMs !== null
      ? [t('drive.column.trashed'), <When key="trashed" ms={one.trashedMs} withTime />]
      : null,
    one && mark
      ? [t('drive.shared.title'), <SharedFacts key="shared" drive={drive} row={one} mark={mark} />, 'wide']
      : null,
    more && more.hash !== ''
      ? [t('drive.details.hash'), <Hash key="hash" hash={more.hash} drive={drive} />, 'wide']
      : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** Name, star and facts of the selection. */
function Body({ drive, rows }: { drive: DriveContext; rows: readonly DriveRow[] }): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const asked = useMore(drive, rows);
  const facts = useFacts(drive, rows, asked);
  const [first] = rows;
  if (!first) return null;
  const { place, busy } = drive.state;
  const star = allowedActions(place.value, rows, busy.value).find((action) => action === 'star' || action === 'unstar');
  const isPictured = rows.length === 1 && first.image !== undefined;
  return (
    <>
      {isPictured ? (
        <RowPicture row={first} iconClass="size-13" boxClass="mb-4 h-44 w-full rounded-lg bg-sunken" isLarge />
      ) : null}
      <div className="mb-5 flex items-center gap-3">
        {isPictured ? null : rows.length === 1 ? (
          <KindIcon kind={iconKindOf(first)} className="size-9" />
        ) : (
          <Files size={32} strokeWidth={1.5} className="flex-none text-muted" aria-hidden="true" />
        )}
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {rows.length === 1 ? shownName(first, translator) : tn('drive.selection.count', rows.length)}
        </p>
        {star ? (
          <IconButton
            label={t(ACTION_LABELS[star])}
            icon={<Star size={20} fill={star === 'unstar' ? 'currentColor' : 'none'} aria-hidden="true" />}
            className={star === 'unstar' ? '-me-2 text-accent' : '-me-2'}
            onClick={() => drive.actions.run(star, rows)}
          />
        ) : null}
      </div>
      <Facts facts={facts} />
      {asked && asked.facts === null ? (
        <p role="status" className="mt-3 text-sm text-muted">
          {t('drive.details.failed')}
        </p>
      ) : null}
      {rows.length === 1 && !first.folder && first.phase === 'PHASE_TYPE_COMPLETE' && place.value !== 'trash' ? (
        <Versions key={first.id} drive={drive} row={first} />
      ) : null}
    </>
  );
}

/** Actions beside the facts, the most used last. */
const OFFERED: readonly DriveAction[] = ['delete', 'restore', 'rename', 'share', 'download', 'open'];

function useOffered(drive: DriveContext, rows: readonly DriveRow[]): DriveAction[] {
  const allowed = allowedActions(drive.state.place.value, rows, drive.state.busy.value);
  return OFFERED.filter((action) => allowed.includes(action));
}

export interface DetailsDialogProps {
  drive: DriveContext;
  rows: readonly DriveRow[];
  onClose: () => void;
}

export function DetailsDialog({ drive, rows, onClose }: DetailsDialogProps): ReactNode {
  const { t } = useT();
  const fresh = useFresh(drive, rows);
  const actions = useOffered(drive, fresh);
  return (
    <Dialog
      title={t('drive.details.title')}
      onClose={onClose}
      footer={actions.map((action, index) => (
        <Button
          key={action}
          variant={index === actions.length - 1 ? (action === 'delete' ? 'danger' : 'primary') : 'quiet'}
          icon={<ActionIcon action={action} />}
          onClick={() => {
            onClose();
            drive.actions.run(action, fresh);
          }}
        >
          {t(ACTION_LABELS[action])}
        </Button>
      ))}
    >
      <Body drive={drive} rows={fresh} />
    </Dialog>
  );
}

/** The same rows, as the list contains them now. */
function useFresh(drive: DriveContext, rows: readonly DriveRow[]): readonly DriveRow[] {
  const listed = drive.state.rows.value;
  return useMemo(() => {
    const ids = new Set(rows.map(({ id }) => id));
    const now = listed.filter(({ id }) => ids.has(id));
    return now.length === rows.length ? now : rows;
  }, [listed, rows]);
}

/** The panel follows the selection. Its classes have the same width as WIDE_WINDOW of browser-api.ts. */
export function DetailsPanel({ drive }: { drive: DriveContext }): ReactNode {
  const { t } = useT();
  const { state, actions } = drive;
  const rows = state.selectedRows.value;
  const anchor = state.selection.value.anchor;
  const offered = useOffered(drive, rows);
  return (
    <aside
      aria-labelledby={PANEL_HEADING_ID}
      className="card sticky top-20 max-h-[calc(100dvh-6rem-var(--transfers,0px))] w-72 flex-none self-start overflow-y-auto p-5 max-[1279px]:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        actions.details.hide();
        if (anchor !== null) drive.browser.focusRow(anchor);
      }}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id={PANEL_HEADING_ID} tabIndex={-1} className="text-lg focus:outline-none">
          {t('drive.details.title')}
        </h2>
        <IconButton
          label={t('ui.close')}
          icon={<X size={20} aria-hidden="true" />}
          className="-me-2"
          onClick={() => {
            actions.details.hide();
            if (anchor !== null) drive.browser.focusRow(anchor);
          }}
        />
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t('drive.details.none')}</p>
      ) : (
        <>
          <Body drive={drive} rows={rows} />
          <div className="mt-5 flex flex-wrap gap-2">
            {offered.toReversed().map((action) => (
              <Button key={action} icon={<ActionIcon action={action} />} onClick={() => actions.run(action, rows)}>
                {t(ACTION_LABELS[action])}
              </Button>
            ))}
          </div>
        </>
      )}
    </aside>
  );
}
