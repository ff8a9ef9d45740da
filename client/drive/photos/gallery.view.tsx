/**
 * Pictures by the day they were taken: headings and squares, of which only those near the window are drawn and loaded. The first markup is
 * that of the page, with its first pictures. Loaded where it is the page, before its first rendering.
 */
import type { ComponentType, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { withTexts } from '#client/ui/later-texts.ts';
import { EmptyState } from '#client/ui/states.tsx';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import { AlbumGone } from '../albums/album-gone.view.tsx';
import { AlbumHead, PhotoTabs } from '../albums/album-head.view.tsx';
import type { BrowserLive, PressKeys } from '../browser-model.ts';
import { driveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { isFolderEntry, positionOf } from '../listing/listing-entry.ts';
import { focusIndex, REVEAL_EVENT } from '../selection/listing-keys.ts';
import {
  countOf,
  drawnBetween,
  GAP_PX,
  type GroupLayout,
  groupsOf,
  layoutOf,
  nextPhoto,
  type PhotoGroup,
  placeOf,
} from './day-groups.ts';
import { makeDayLabels } from './day-label.ts';
import { Failed, Head, Heading } from './gallery-parts.view.tsx';
import { makePhotoStore, type PhotoStore } from './photo-rows.ts';
import { PhotoTile } from './photo-tile.view.tsx';
import { watchPinch } from './pinch.ts';
import { Scrubber } from './scrubber.view.tsx';

type GalleryProps = DriveBrowserProps & { live?: BrowserLive };

/** Sides of tiles, px; the smallest ones are under months. */
const SIDES = [72, 104, 144, 208, 300] as const;
const FIRST_SIZE = 2;
/** On a narrow window, px. */
const FIRST_SIZE_NARROW = 1;
const NARROW_PX = 600;
/** Drawn beyond the window, px. */
const OVERSCAN_PX = 600;
/** Pieces are loaded once scrolling has slowed down for this long. */
const LOAD_AFTER_MS = 60;

/** Two stand side by side at least, but for the largest. */
function sideOf(size: number, width: number): number {
  return Math.min(SIDES[size] ?? 0, size === SIDES.length - 1 ? width : (width - GAP_PX) / 2);
}

const isSize = (size: number): boolean => size >= 0 && size < SIDES.length;

function readSize(): number {
  const stored = driveContext().document.store.get(LOCAL.photoSize);
  const size = stored === null ? Number.NaN : Number(stored);
  return isSize(size) ? Math.floor(size) : innerWidth < NARROW_PX ? FIRST_SIZE_NARROW : FIRST_SIZE;
}

interface Box {
  /** Of the list on the page, px. */
  readonly top: number;
  readonly width: number;
}

/** The place of the list, once it is drawn in a browser. */
function useBox(list: { current: HTMLElement | null }): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { top: Math.round(top - document.documentElement.getBoundingClientRect().top), width };
      setBox((before) => (before?.top === next.top && before.width === width ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return box;
}

/** The part of the page that the window shows, in steps that are drawn. */
function useWindowPart(): readonly [from: number, to: number] {
  const [part, setPart] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setPart((before) =>
        before[0] === scrollY && before[1] === scrollY + innerHeight ? before : [scrollY, scrollY + innerHeight],
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, []);
  return part;
}

/** The store of rows, made with the rows of the page; the drive's reader hands it each new state. */
function useStore(): PhotoStore | null {
  const [store, setStore] = useState<PhotoStore | null>(null);
  useEffect(() => {
    const { state, api, browser } = driveContext();
    const made = makePhotoStore(state, api, browser.isOnline);
    state.photoRows.value = made;
    setStore(made);
    return () => {
      state.photoRows.value = null;
    };
  }, []);
  return store;
}

export function Gallery(props: GalleryProps): ReactNode {
  const hasLeft = props.place !== 'photos';
  useEffect(() => {
    // A search that began here may show its files large.
    if (hasLeft) driveContext().state.large.value = null;
  }, [hasLeft]);
  if (hasLeft) return null;
  if (props.folderId === ALL_ALBUMS)
    return (
      <>
        <PhotoTabs isAlbums />
        <AlbumsPage />
      </>
    );
  return <PhotosPage {...props} />;
}

const loadAlbums = () =>
  withTexts(import('../albums/albums-page.tsx')).then(({ AlbumsView }): ComponentType => AlbumsView);

function AlbumsPage(): ReactNode {
  const Albums = useLate(true, loadAlbums);
  return Albums ? <Albums /> : null;
}

function PhotosPage(props: GalleryProps): ReactNode {
  const store = useStore();
  const { t } = useT();
  const name = props.path.at(-1)?.name;
  const album = props.folderId === '' ? null : { id: props.folderId, name: name ?? '' };
  // As another window named it, too.
  const title = isolated(name ?? t('ui.sidebar.photos'));
  useEffect(() => driveContext().browser.setTitle(title), [title]);
  if (album && name === undefined) return <AlbumGone />;
  return (
    <>
      {album ? <AlbumHead album={album} /> : <PhotoTabs isAlbums={false} />}
      {props.rows.length > 0 || props.months?.length ? (
        <Photos {...props} store={store} />
      ) : (
        <NoPhotos {...props} isAlbum={album !== null} />
      )}
    </>
  );
}

function NoPhotos({ live, isAlbum }: GalleryProps & { isAlbum: boolean }): ReactNode {
  const { t } = useT();
  if (isAlbum)
    return (
      <EmptyState
        mood="together"
        title={t('drive.albums.none.title')}
        text={t('drive.albums.none.text', { button: t('drive.albums.add') })}
        action={
          <Button variant="primary" href={href('drive.photos')}>
            {t('drive.albums.none.action')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      mood="ready"
      className="drop-zone"
      title={t('drive.empty.photos.title')}
      text={t('drive.empty.photos.text')}
      action={
        <Button variant="primary" className="needs-script" onClick={() => live?.pickFiles()}>
          {t('drive.empty.photos.action')}
        </Button>
      }
    />
  );
}

interface Geometry {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly box: Box | null;
  readonly groups: readonly PhotoGroup[];
  readonly layout: GroupLayout | null;
}

/** As it was chosen on this device. */
function useSize(): [size: number, setSize: (size: number) => void] {
  const [size, setSize] = useState(FIRST_SIZE);
  useEffect(() => setSize(readSize()), []);
  return [size, setSize];
}

/** The picture in the middle of the window stays there when tiles change their size. */
function useResize(
  { list, box, groups, layout }: Geometry,
  [size, setSize]: ReturnType<typeof useSize>,
  [from, to]: readonly [number, number],
): (size: number) => void {
  const held = useRef<{ readonly index: number; readonly at: number } | null>(null);
  useLayoutEffect(() => {
    const keep = held.current;
    held.current = null;
    if (keep && layout && box)
      scrollTo({ top: placeOf(groups, layout, keep.index).top + box.top - keep.at, behavior: 'instant' });
  }, [layout, groups, box]);
  const resize = (next: number) => {
    if (!isSize(next) || next === size) return;
    if (box && layout && from > box.top) {
      const at = (from + to) / 2 - box.top;
      const middle = drawnBetween(groups, layout, at, at)[0];
      const index = middle ? Math.min(middle.from, middle.start + middle.count - 1) : 0;
      held.current = { index, at: placeOf(groups, layout, index).top + box.top - scrollY };
    }
    driveContext().document.store.set(LOCAL.photoSize, String(next));
    setSize(next);
  };
  const latest = useRef({ resize, size });
  useEffect(() => {
    latest.current = { resize, size };
  });
  useEffect(() => {
    const element = list.current;
    return element ? watchPinch(element, (step) => latest.current.resize(latest.current.size + step)) : undefined;
  }, [list]);
  return resize;
}

/** Scrolls to a picture that is asked for; a page that is opened again is where it was left. */
function useReveal({ list, box, groups, layout }: Geometry, isReady: boolean): void {
  const isPlaced = useRef(false);
  useEffect(() => {
    if (isPlaced.current || !isReady) return;
    isPlaced.current = true;
    const entry: unknown = history.state;
    if (isFolderEntry(entry) && entry.place === 'photos') scrollTo({ top: positionOf(entry).top, behavior: 'instant' });
  }, [isReady]);
  useEffect(() => {
    const element = list.current;
    if (!element || !layout || !box) return;
    const reveal = (event: Event) => {
      const index = event instanceof CustomEvent ? Number(event.detail) : Number.NaN;
      if (!Number.isInteger(index)) return;
      const { top } = placeOf(groups, layout, index);
      scrollTo({ top: top + box.top - (innerHeight - layout.side) / 2, behavior: 'instant' });
    };
    element.addEventListener(REVEAL_EVENT, reveal);
    return () => element.removeEventListener(REVEAL_EVENT, reveal);
  }, [list, groups, layout, box]);
}

type Keys = Pick<PressKeys, 'shift' | 'toggle'>;

/** Presses with Shift and keys, which may pass pictures that are not loaded. */
function usePresses({ groups, layout }: Geometry, store: PhotoStore | null, live: BrowserLive | undefined) {
  async function pressBetween(from: number, to: number, keys: Keys): Promise<void> {
    await store?.idsOf(Math.min(from, to), Math.max(from, to) + 1);
    const [id, start] = [store?.idAt(to), store?.idAt(from)];
    if (id !== undefined) live?.on.press(id, { ...keys, ...(start === undefined ? {} : { from: start }) });
  }
  function press(index: number, keys: Keys): void {
    const { anchor } = driveContext().state.selection.value;
    const start = anchor === null ? -1 : (store?.indexOf(anchor) ?? -1);
    void pressBetween(start < 0 ? index : start, index, keys);
  }
  // The same for all renderings: tiles that did not change are not drawn again.
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  const [pressTo] = useState(() => (index: number, keys: Keys) => latest.current(index, keys));
  return {
    pressTo,
    answerKey(event: KeyboardEvent<HTMLDivElement>): void {
      const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      if (!line || !layout || event.altKey || event.ctrlKey || event.metaKey) return;
      const now = Number(line.dataset['index']);
      const lines = Math.max(1, Math.floor(innerHeight / layout.side) - 1);
      const next = nextPhoto(event.key, now, groups, layout, lines);
      if (next === null) return;
      event.preventDefault();
      focusIndex(event.currentTarget, next);
      if (event.shiftKey) void pressBetween(now, next, { shift: true, toggle: false });
    },
  };
}

function Photos(props: GalleryProps & { store: PhotoStore | null }): ReactNode {
  const { rows, live, serverTimeMs, store, months = [] } = props;
  const translator = useT();
  const format = useFormat();
  const labels = useMemo(() => makeDayLabels(format, serverTimeMs), [format, serverTimeMs]);
  const list = useRef<HTMLDivElement>(null);
  const box = useBox(list);
  const sizing = useSize();
  const [size] = sizing;
  const isByMonth = size === 0;
  const groups = useMemo(() => groupsOf(months, isByMonth), [months, isByMonth]);
  const layout = useMemo(
    () => (box ? layoutOf(groups, box.width, sideOf(size, box.width)) : null),
    [groups, box, size],
  );
  const geometry = { list, box, groups, layout };
  const part = useWindowPart();
  const resize = useResize(geometry, sizing, part);
  useReveal(geometry, layout !== null && store !== null);
  const { pressTo, answerKey } = usePresses(geometry, store, live);
  const [from, to] = part;
  const count = countOf(groups);
  const drawn =
    box && layout && store
      ? drawnBetween(groups, layout, from - box.top - OVERSCAN_PX, to - box.top + OVERSCAN_PX)
      : [];
  const [first, last] = [drawn[0]?.from ?? 0, drawn.at(-1)?.to ?? 0];
  useEffect(() => {
    if (!store || last === 0) return;
    const timer = setTimeout(() => store.show(first, last), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [store, first, last]);

  const selected = live?.selected;
  const tile = (row: DriveRow | undefined, index: number, place?: { top: number; left: number; side: number }) => (
    <PhotoTile
      key={index}
      row={row}
      index={index}
      setSize={count}
      label={row ? `${shownName(row, translator)} · ${labels.moment(row.takenMs ?? 0)}` : ''}
      isSelected={row !== undefined && (selected?.has(row.id) ?? false)}
      isBusy={row !== undefined && (live?.busy.has(row.id) ?? false)}
      isSelecting={(selected?.size ?? 0) > 0}
      on={live?.on}
      pressTo={pressTo}
      {...place}
    />
  );
  const labelOf = (ms: number) => (isByMonth ? labels.month(ms) : labels.day(ms));
  const monthTops = useMemo(() => (layout ? monthTopsOf(groups, layout.tops) : []), [groups, layout]);

  return (
    <section aria-label={translator.t('ui.sidebar.photos')}>
      <Head
        live={live}
        album={props.folderId === '' ? null : { id: props.folderId, name: props.path.at(-1)?.name ?? '' }}
        count={count}
        size={size}
        sizes={SIDES.length}
        resize={resize}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move the focus among the pictures in it */}
      <div
        ref={list}
        data-listing="photos"
        className="relative touch-pan-y max-sm:-mx-4 sm:me-6"
        style={layout && store ? { height: layout.height } : undefined}
        onKeyDown={answerKey}
      >
        {layout && store
          ? drawn.map((group) => (
              <section key={group.ms} aria-labelledby={`photos-${group.ms}`}>
                <Heading
                  id={`photos-${group.ms}`}
                  label={labelOf(group.ms)}
                  top={group.top}
                  isWhole={isWhole(store, group, selected)}
                  onChange={(isOn) => void selectGroup(store, group, isOn)}
                />
                <ul>
                  {Array.from({ length: group.to - group.from }, (_, at) => {
                    const index = group.from + at;
                    return tile(store.rowAt(index), index, { ...placeOf(groups, layout, index), side: layout.side });
                  })}
                </ul>
              </section>
            ))
          : plainGroups(rows).map(({ ms, from: start, rows: ofDay }) => (
              <section key={ms}>
                <Heading id={`photos-${ms}`} label={labels.day(ms)} />
                <ul className="mb-2 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,calc(50%-2px)),1fr))] gap-[3px]">
                  {ofDay.map((row, at) => tile(row, start + at))}
                </ul>
              </section>
            ))}
      </div>
      {live?.more === 'failed' ? <Failed retry={() => store?.retry()} /> : null}
      {layout && box && store && layout.height > innerHeight ? (
        <Scrubber
          months={monthTops}
          height={layout.height}
          at={from - box.top + STICKY_PX}
          label={labels.month}
          goTo={(top) => scrollTo({ top: top + box.top - STICKY_PX, behavior: 'instant' })}
        />
      ) : null}
    </section>
  );
}

/** The head of the page and that of the pictures, px: what a month is scrolled below. */
const STICKY_PX = 120;

/** Where each month begins. */
function monthTopsOf(
  groups: readonly { readonly ms: number }[],
  tops: readonly number[],
): { ms: number; top: number }[] {
  const months: { ms: number; top: number }[] = [];
  for (const [at, { ms }] of groups.entries()) {
    const date = new Date(ms);
    const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    if (months.at(-1)?.ms !== start) months.push({ ms: start, top: tops[at] ?? 0 });
  }
  return months;
}

/** Days of the first rows, for the page before its script. */
function plainGroups(rows: readonly DriveRow[]): { ms: number; from: number; rows: DriveRow[] }[] {
  const groups: { ms: number; from: number; rows: DriveRow[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const ms = Math.floor((row.takenMs ?? 0) / DAY_MS) * DAY_MS;
    const last = groups.at(-1);
    if (last?.ms === ms) last.rows.push(row);
    else groups.push({ ms, from: at, rows: [row] });
  }
  return groups;
}

/** Whether all of a group are selected, as far as it is known. */
function isWhole(
  store: PhotoStore,
  { start, count }: { start: number; count: number },
  selected?: ReadonlySet<string>,
): boolean {
  if (!selected || selected.size < count) return false;
  for (let index = start; index < start + count; index += 1) {
    const id = store.idAt(index);
    if (id === undefined || !selected.has(id)) return false;
  }
  return true;
}

async function selectGroup(
  store: PhotoStore,
  { start, count }: { start: number; count: number },
  isOn: boolean,
): Promise<void> {
  const ids = await store.idsOf(start, start + count);
  const { selection } = driveContext().state;
  const next = new Set(selection.value.ids);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  selection.value = { ids: next, anchor: ids[0] ?? selection.value.anchor };
}
