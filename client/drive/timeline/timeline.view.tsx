/** `/drive/recent`: acts of the owner and guests by day, the newest first. Links alone; works without script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { listingHref, withParameter } from '#shared/drive/places.ts';
import { iconKindOf, isPictured } from '#shared/drive/rows.ts';
import { shownFolderName, shownName } from '#shared/drive/shown-name.ts';
import type { TimelineEntry, TimelineItem, TimelineKind, TimelinePage } from '#shared/drive/timeline/timeline.ts';
import type { Format } from '#shared/locale/format.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';

export interface TimelineProps extends TimelinePage {
  readonly nowMs: number;
}

/** Small images of an entry. */
const SHOWN_IMAGES = 6;
/** Names below an entry without images. */
const SHOWN_NAMES = 3;

const OWN_LABELS = {
  create: 'drive.timeline.you.create',
  upload: 'drive.timeline.you.upload',
  update: 'drive.timeline.you.update',
  rename: 'drive.timeline.you.rename',
  move: 'drive.timeline.you.move',
  trash: 'drive.timeline.you.trash',
  untrash: 'drive.timeline.you.untrash',
  delete: 'drive.timeline.you.delete',
  copy: 'drive.timeline.you.copy',
  save: 'drive.timeline.you.save',
  view: 'drive.timeline.you.view',
  download: 'drive.timeline.you.download',
} as const satisfies Record<TimelineKind, string>;

type GuestKind = 'create' | 'upload' | 'update' | 'rename' | 'move' | 'trash';
const GUEST_LABELS = {
  create: 'drive.timeline.guest.create',
  upload: 'drive.timeline.guest.upload',
  update: 'drive.timeline.guest.update',
  rename: 'drive.timeline.guest.rename',
  move: 'drive.timeline.guest.move',
  trash: 'drive.timeline.guest.trash',
} as const satisfies Record<GuestKind, string>;
const isGuestKind = (kind: TimelineKind): kind is GuestKind => Object.hasOwn(GUEST_LABELS, kind);

const TO_FOLDER: readonly TimelineKind[] = ['create', 'upload', 'move', 'copy', 'save', 'untrash'];

function sentenceOf({ kind, guest, count, items }: TimelineEntry, translator: Translator): string {
  const { t, tn } = translator;
  const [only] = items;
  const what = count === 1 && only ? isolated(shownName(only.row, translator)) : tn('drive.page.end', count);
  if (guest === '') return t(OWN_LABELS[kind], { what });
  if (guest === null && kind === 'upload') return t('drive.timeline.added', { what });
  const who = guest === null ? t('drive.timeline.someone') : isolated(guest);
  return t(GUEST_LABELS[isGuestKind(kind) ? kind : 'update'], { who, what });
}

/** Opens a file in its folder, or a folder. */
function itemHref({ row, isTrashed }: TimelineItem): string {
  if (isTrashed) return href('drive.trash');
  if (row.folder) return listingHref({ place: 'all', folderId: row.id, query: '' });
  const folder = listingHref({ place: 'all', folderId: row.parentId, query: '' });
  return withParameter(folder, `action=open_file&ids=${row.id}`);
}

/** One thing opens itself; several open their folder. Null where nothing is left. */
function entryHref({ kind, count, items, folder }: TimelineEntry): string | null {
  const [only] = items;
  if (count === 1 || !folder || kind === 'trash') return only ? itemHref(only) : null;
  return listingHref({ place: 'all', folderId: folder.id, query: '' });
}

function dayLabel(ms: number, nowMs: number, format: Format): string {
  const day = format.shortDate(ms);
  const isNear = day === format.shortDate(nowMs) || day === format.shortDate(nowMs - DAY_MS);
  const label = isNear ? format.relativeDays(ms, nowMs) : format.date(ms);
  return label.slice(0, 1).toLocaleUpperCase(format.locale) + label.slice(1);
}

export function TimelineView({ entries, before, nowMs }: TimelineProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const days = Map.groupBy(entries, ({ atMs }) => format.shortDate(atMs));
  return (
    <div className="drive-page gap-6">
      <h1 className="page-title">{t('ui.sidebar.recent')}</h1>
      {entries.length === 0 ? (
        <EmptyState mood="asleep" title={t('drive.empty.recent.title')} text={<p>{t('drive.empty.recent.text')}</p>} />
      ) : null}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${ofDay[0]?.n}`}>
          <h2 id={`day-${ofDay[0]?.n}`} className="mb-2 text-base">
            {dayLabel(ofDay[0]?.atMs ?? 0, nowMs, format)}
          </h2>
          <ul className="rounded-lg border border-line bg-surface">
            {ofDay.map((entry) => (
              <Entry key={entry.n} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {before > 0 ? (
        <p>
          <Button href={`${href('drive.recent')}?before=${before}`}>{t('drive.timeline.earlier')}</Button>
        </p>
      ) : null}
    </div>
  );
}

function Entry({ entry }: { entry: TimelineEntry }): ReactNode {
  const translator = useT();
  const format = useFormat();
  const { kind, count, items, folder, atMs } = entry;
  const to = entryHref(entry);
  const [first] = items;
  const sentence = sentenceOf(entry, translator);
  const images = items.filter(({ row }) => row.image);
  const place = folder && TO_FOLDER.includes(kind) ? placeName(folder, translator) : '';
  const isMany = count > 1;
  return (
    <li className="row items-start">
      {!isMany && first?.row.image && isPictured(first.row) ? (
        <img
          src={first.row.image}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-10 flex-none rounded-md object-cover"
        />
      ) : (
        <KindIcon kind={first ? iconKindOf(first.row) : 'other'} className="size-10" />
      )}
      <div className="min-w-0 flex-1 pe-2">
        {to === null ? (
          <p className="wrap-anywhere text-muted">{sentence}</p>
        ) : (
          <a className="row-link wrap-anywhere" href={to}>
            {sentence}
          </a>
        )}
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          <time dateTime={new Date(atMs).toISOString()} title={format.dateTime(atMs)}>
            {format.time(atMs)}
          </time>
          {place === '' ? null : ` · ${place}`}
          {isMany && images.length === 0 && items.length > 0 ? ` · ${namesOf(items, format)}` : null}
        </p>
        {isMany && images.length > 0 ? <Images items={images.slice(0, SHOWN_IMAGES)} /> : null}
      </div>
    </li>
  );
}

function placeName({ id, name, isTop }: NonNullable<TimelineEntry['folder']>, translator: Translator): string {
  return id === '' ? translator.t('ui.sidebar.all_files') : isolated(shownFolderName(name, isTop, translator));
}

function namesOf(items: readonly TimelineItem[], format: Format): string {
  const names = items.slice(0, SHOWN_NAMES).map(({ row }) => isolated(row.name));
  return items.length > SHOWN_NAMES ? `${format.list(names)} …` : format.list(names);
}

function Images({ items }: { items: readonly TimelineItem[] }): ReactNode {
  return (
    <ul className="mt-2 mb-1 flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item.row.id} className="row-get">
          <a
            className="relative grid size-14 place-items-center overflow-hidden rounded-md bg-sunken"
            href={itemHref(item)}
            title={item.row.name}
            aria-label={item.row.name}
          >
            {/* Seen until the image is there, and where there is none yet. */}
            <KindIcon kind={iconKindOf(item.row)} className="size-6" />
            <img
              src={item.row.image}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
