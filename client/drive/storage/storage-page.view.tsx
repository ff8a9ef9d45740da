/**
 * `/drive/storage`: storage use by kind, by file and by folder, and ways to get more. Plain links and forms that work without
 * script;
 * nothing here is deleted forever.
 */

import { ChevronRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import { href } from '#shared/routes.ts';
import { folderHref, markedHref, pathLabel } from '../listing/location-label.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { type TrashDone, TrashToast } from '../toasts/trash-toast.view.tsx';
import { type Tone, ToneBar, ToneDot } from './tone-bar.view.tsx';

/** Kinds of files; the trash is shown beside them. */
export type StorageKind = Exclude<Tone, 'trash'>;

export interface HeavyFolderRow {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  readonly path: readonly string[];
}

export interface StoragePageProps {
  readonly usageBytes: number;
  readonly limitBytes: number;
  readonly trashBytes: number;
  readonly trashFiles: number;
  /** Largest first. */
  readonly kinds: readonly { readonly kind: StorageKind; readonly files: number; readonly bytes: number }[];
  /** The kind that the list of files shows. */
  readonly kind: StorageKind | null;
  readonly files: readonly DriveRow[];
  /** '' on the first page. */
  readonly pageToken: string;
  /** '' at the end. */
  readonly nextPageToken: string;
  readonly folders: readonly HeavyFolderRow[];
  readonly done: TrashDone | null;
}

const FILES = 'largest';

const KIND_LABELS = {
  image: 'drive.storage.kind.image',
  video: 'drive.storage.kind.video',
  audio: 'drive.storage.kind.audio',
  document: 'drive.storage.kind.document',
  archive: 'drive.storage.kind.archive',
  other: 'drive.storage.kind.rest',
} as const satisfies Readonly<Record<StorageKind, string>>;

/** This page with its list of files of one kind, from a page token on. */
export function storageHref(kind: StorageKind | null, pageToken = ''): string {
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (pageToken !== '') query.set('page', pageToken);
  const text = query.toString();
  return text === '' ? href('drive.storage') : `${href('drive.storage')}?${text}`;
}

export function StoragePageView(page: StoragePageProps): ReactNode {
  const { t } = useT();
  const isEmpty = page.usageBytes === 0;
  return (
    <div className="drive-page gap-6">
      <h1 className="page-title">{t('drive.storage.title')}</h1>
      <StorageUse {...page} />
      {isEmpty ? (
        <EmptyState
          title={t('drive.storage.empty.title')}
          text={<p>{t('drive.storage.empty.text')}</p>}
          action={
            <Button variant="primary" href={href('drive.all')}>
              {t('drive.storage.empty.action')}
            </Button>
          }
        />
      ) : (
        <>
          <LargestFiles {...page} />
          {page.folders.length > 0 ? <LargestFolders folders={page.folders} /> : null}
        </>
      )}
      <MoreStorage {...page} />
      <TrashToast done={page.done} here={storageHref(page.kind, page.pageToken)} />
    </div>
  );
}

function StorageUse({ usageBytes, limitBytes, trashBytes, trashFiles, kinds }: StoragePageProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const isOver = usageBytes > limitBytes;
  const parts = [
    ...kinds.map(({ kind, bytes }) => ({ tone: kind, bytes })),
    { tone: 'trash' as const, bytes: trashBytes },
  ];
  return (
    <Card className="grid gap-4 p-5 sm:p-7">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-xl font-semibold">
          {t('drive.storage.used', { used: format.bytes(usageBytes), limit: format.bytes(limitBytes) })}
        </span>
        {isOver ? null : (
          <span className="text-sm text-muted">
            {t('drive.storage.left', { size: format.bytes(limitBytes - usageBytes) })}
          </span>
        )}
      </p>
      <ToneBar parts={parts} wholeBytes={limitBytes} />
      {isOver ? (
        <Notice tone="warn">{t('drive.storage.over', { size: format.bytes(usageBytes - limitBytes) })}</Notice>
      ) : null}
      {usageBytes > 0 ? (
        <section aria-labelledby="by-kind">
          <h2 id="by-kind" className="sr-only">
            {t('drive.storage.by_kind')}
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-8">
            {kinds.map(({ kind, files, bytes }) => (
              <KindLine
                key={kind}
                tone={kind}
                label={t(KIND_LABELS[kind])}
                files={files}
                bytes={bytes}
                address={`${storageHref(kind)}#${FILES}`}
              />
            ))}
            {trashBytes > 0 ? (
              <KindLine
                tone="trash"
                label={t('drive.storage.kind.trash')}
                files={trashFiles}
                bytes={trashBytes}
                address={href('drive.trash')}
              />
            ) : null}
          </ul>
          <p className="mt-3 text-xs text-muted">{t('drive.storage.versions')}</p>
        </section>
      ) : null}
    </Card>
  );
}

function KindLine({
  tone,
  label,
  files,
  bytes,
  address,
}: {
  tone: Tone;
  label: string;
  files: number;
  bytes: number;
  address: string;
}): ReactNode {
  const { tn } = useT();
  const format = useFormat();
  return (
    <li className="border-t border-line">
      <a className="-mx-2 flex min-h-13 items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken" href={address}>
        <ToneDot tone={tone} />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{label}</span>
          <span className="block text-xs text-muted">{tn('drive.details.files', files)}</span>
        </span>
        <span className="text-sm whitespace-nowrap">{format.bytes(bytes)}</span>
        {/* A narrow line needs its width for the label. */}
        <ChevronRight size={18} className="flex-none text-muted max-sm:hidden" aria-hidden="true" />
      </a>
    </li>
  );
}

function LargestFiles({ files, kinds, kind, pageToken, nextPageToken }: StoragePageProps): ReactNode {
  const { t } = useT();
  return (
    <section id={FILES} aria-labelledby="largest-title" className="scroll-mt-20">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="largest-title" className="text-lg font-semibold">
          {kind ? t('drive.storage.largest.kind', { kind: t(KIND_LABELS[kind]) }) : t('drive.storage.largest.title')}
        </h2>
        <nav aria-label={t('drive.storage.by_kind')} className="flex flex-wrap gap-1">
          {[null, ...kinds.map((one) => one.kind)].map((one) => (
            <a
              key={one ?? 'all'}
              href={`${storageHref(one)}#${FILES}`}
              aria-current={one === kind ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
            >
              {t(one ? KIND_LABELS[one] : 'drive.storage.largest.all')}
            </a>
          ))}
        </nav>
      </div>
      {files.length === 0 ? <p className="mt-3 text-muted">{t('drive.storage.largest.none')}</p> : null}
      <form method="post" action={storageHref(kind, pageToken)} data-guard>
        <input type="hidden" name="step" value="trash" />
        <ul className="mt-2 overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
          {files.map((row) => (
            <FileLine key={row.id} row={row} />
          ))}
        </ul>
      </form>
      {pageToken !== '' || nextPageToken !== '' ? (
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {pageToken === '' ? null : (
            <Button href={`${storageHref(kind)}#${FILES}`}>{t('drive.storage.largest.first')}</Button>
          )}
          {nextPageToken === '' ? null : (
            <Button href={`${storageHref(kind, nextPageToken)}#${FILES}`}>{t('drive.storage.largest.more')}</Button>
          )}
        </div>
      ) : null}
    </section>
  );
}

function FileLine({ row }: { row: DriveRow }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  return (
    <li className="flex min-h-15 items-center gap-3 border-t border-line py-1 ps-3 pe-1 first:border-t-0">
      <KindIcon kind={iconKindOf(row)} className="size-6" />
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        <p className="min-w-0 lg:flex-1">
          <a
            className="block rounded-sm font-medium leading-snug hover:underline"
            href={markedHref(row)}
            title={row.name}
          >
            <MiddleName name={row.name} />
          </a>
          <span className="block truncate text-xs text-muted">{pathLabel(row.path, translator)}</span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted lg:block lg:text-end">
          <span className="lg:block lg:text-sm lg:text-ink">{format.bytes(row.sizeBytes)}</span>
          <span>{t('drive.storage.changed', { date: format.date(row.modifiedMs) })}</span>
        </p>
      </div>
      <IconButton
        type="submit"
        name="ids"
        value={row.id}
        label={t('drive.storage.trash_one', { name: row.name })}
        icon={<Trash2 size={20} aria-hidden="true" />}
      />
    </li>
  );
}

function LargestFolders({ folders }: Pick<StoragePageProps, 'folders'>): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const format = useFormat();
  return (
    <section aria-labelledby="folders-title">
      <h2 id="folders-title" className="text-lg font-semibold">
        {t('drive.storage.folders.title')}
      </h2>
      <p className="text-sm text-muted">{t('drive.storage.folders.lead')}</p>
      <ul className="mt-3 overflow-hidden rounded-lg border border-line bg-surface">
        {folders.map(({ id, name, bytes, files, path }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <a className="flex min-h-15 items-center gap-3 px-3 py-1 hover:bg-sunken/60" href={folderHref(id)}>
              <KindIcon kind="folder" className="size-6" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium leading-snug">
                  {shownFolderName(name, path.length === 0, translator)}
                </span>
                <span className="block truncate text-xs text-muted">{pathLabel(path, translator)}</span>
              </span>
              <span className="text-end text-sm">
                {format.bytes(bytes)}
                <span className="block text-xs text-muted">{tn('drive.details.files', files)}</span>
              </span>
              <ChevronRight size={18} className="flex-none text-muted" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MoreStorage({ trashBytes, usageBytes }: StoragePageProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <section aria-labelledby="more-title">
      <h2 id="more-title" className="text-lg font-semibold">
        {t('drive.storage.more.title')}
      </h2>
      <div className="mt-3 grid gap-3 md:grid-cols-3">
        <Way
          title={t('drive.storage.more.trash.title')}
          text={
            trashBytes > 0
              ? t('drive.storage.more.trash.text', { size: format.bytes(trashBytes) })
              : t('drive.storage.more.trash.empty')
          }
          action={t('drive.storage.more.trash.action')}
          address={href('drive.trash')}
        />
        {usageBytes > 0 ? (
          <Way
            title={t('drive.storage.more.duplicates.title')}
            text={t('drive.storage.more.duplicates.text')}
            action={t('drive.storage.more.duplicates.action')}
            address={href('drive.duplicates')}
          />
        ) : null}
      </div>
    </section>
  );
}

function Way({
  title,
  text,
  action,
  address,
}: {
  title: string;
  text: string;
  action: string;
  address: string;
}): ReactNode {
  return (
    <Card className="flex flex-col items-start gap-2 p-5">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-muted">{text}</p>
      <Button href={address} className="mt-auto">
        {action}
      </Button>
    </Card>
  );
}
