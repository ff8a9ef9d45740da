/**
 * Rows of pictures by their places among all: read in pieces where they are looked at, and dropped again far from there. Rows that are
 * loaded are those of the drive's state, in their order, so that everything that works on rows works on them.
 */
import { batch } from '@preact/signals-react';
import type { ApiClient } from '#client/api/client.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { PhotoRows } from '../browser-model.ts';
import type { DriveState } from '../drive.state.ts';
import { statusOf } from '../listing/listing-status.ts';
import { askPhotos, PIECE_ROWS } from '../photos.api.ts';
import { pruneSelection } from '../selection/selection.rules.ts';
import { countOf, groupAt, groupsOf, type PhotoGroup } from './day-groups.ts';

/** Pieces that are kept: some megabytes. */
const MOST_PIECES = 60;
/** Longest range that a press with Shift selects beyond what is loaded. */
const MOST_SELECTED = 5_000;

/** An album that is gone has no way to it: the page says so by that. */
const GONE_ALBUM = { rows: [], nextPageToken: '', months: [], path: [] } as const;

interface Piece {
  rows: readonly DriveRow[];
  /** The drive has changed since. */
  isStale: boolean;
}

export interface PhotoStore extends PhotoRows {
  rowAt(index: number): DriveRow | undefined;
  /** -1 for one that is not loaded. */
  indexOf(id: string): number;
  /** Loads what is looked at. Indices of pictures. */
  show(from: number, to: number): void;
  /** Loads all of a range. @returns their ids, as far as there are so many */
  idsOf(from: number, to: number): Promise<string[]>;
  /** Asks again after a failure. */
  retry(): void;
}

type Publisher = Pick<DriveState, 'rows' | 'selection'>;

/** Pieces by their numbers, and the rows of all of them in the state. */
function makePieces(state: Publisher) {
  let places = new Map<string, number>();
  const byNumber = new Map<number, Piece>();
  const isSelected = ({ rows }: Piece): boolean => rows.some(({ id }) => state.selection.peek().ids.has(id));
  return {
    byNumber,
    isSelected,
    placeOf: (id: string) => places.get(id) ?? -1,
    publish(): void {
      places = new Map();
      const rows: DriveRow[] = [];
      for (const number of [...byNumber.keys()].toSorted((a, b) => a - b))
        for (const [at, row] of (byNumber.get(number)?.rows ?? []).entries()) {
          // A picture that moved may be in an old piece and in a new one.
          if (places.has(row.id)) continue;
          places.set(row.id, number * PIECE_ROWS + at);
          rows.push(row);
        }
      state.rows.value = rows;
    },
    /** Drops the pieces that are furthest from a picture. */
    trim(middle: number): void {
      if (byNumber.size <= MOST_PIECES) return;
      const distance = (number: number) => Math.abs(number - middle / PIECE_ROWS);
      for (const [number, piece] of [...byNumber].toSorted(([a], [b]) => distance(b) - distance(a))) {
        if (byNumber.size <= MOST_PIECES) return;
        if (!isSelected(piece)) byNumber.delete(number);
      }
    },
    /** Once nothing stale is left, rows that are gone are no longer selected. */
    settle(): void {
      if (state.selection.peek().ids.size === 0 || [...byNumber.values()].some(({ isStale }) => isStale)) return;
      state.selection.value = pruneSelection(state.selection.peek(), [...places.keys()]);
    },
  };
}

async function readPiece(api: Pick<ApiClient, 'call'>, album: string, days: readonly PhotoGroup[], number: number) {
  const start = number * PIECE_ROWS;
  const day = days[groupAt(days, start)];
  const query = {
    album,
    day: new Date(day?.ms ?? 0).toISOString().slice(0, 10),
    skip: start - (day?.start ?? 0),
  };
  return (await askPhotos(api, query, { patience: 'short' })).rows;
}

export function makePhotoStore(state: DriveState, api: Pick<ApiClient, 'call'>, isOnline: () => boolean): PhotoStore {
  const { byNumber: pieces, isSelected, placeOf, publish, trim, settle } = makePieces(state);
  const pending = new Map<number, Promise<void>>();
  const album = state.folderId.peek();
  let days: PhotoGroup[] = [];
  let shown = [0, 0] as readonly [number, number];
  /** Grows with each new state of the drive: an answer of an older one is dropped. */
  let turn = 0;

  function onFailure(error: unknown): void {
    const status = statusOf(error, isOnline());
    if (status === 'ended') state.status.value = status;
    else state.more.value = 'failed';
  }

  function load(number: number): Promise<void> {
    const known = pending.get(number);
    if (known) return known;
    const mine = turn;
    const loading = readPiece(api, album, days, number).then(
      (rows) => {
        if (mine !== turn) return;
        pending.delete(number);
        batch(() => {
          pieces.set(number, { rows, isStale: false });
          trim((shown[0] + shown[1]) / 2);
          publish();
          state.more.value = 'idle';
          settle();
        });
      },
      (error: unknown) => {
        if (mine !== turn) return;
        pending.delete(number);
        onFailure(error);
      },
    );
    pending.set(number, loading);
    return loading;
  }

  function loadBetween(from: number, to: number): Promise<unknown> {
    const wanted: Promise<void>[] = [];
    const last = Math.min(countOf(days), to);
    for (let number = Math.floor(Math.max(0, from) / PIECE_ROWS); number * PIECE_ROWS < last; number += 1)
      if (pieces.get(number)?.isStale !== false) wanted.push(load(number));
    return Promise.all(wanted);
  }

  const replace: PhotoRows['replace'] = ({ rows, months, path }) => {
    turn += 1;
    pending.clear();
    if (months) days = groupsOf(months, false);
    const count = countOf(days);
    for (const [number, piece] of pieces) {
      const isNear = (number + 1) * PIECE_ROWS > shown[0] && number * PIECE_ROWS < shown[1];
      if (number * PIECE_ROWS < count && (isNear || isSelected(piece))) piece.isStale = true;
      else pieces.delete(number);
    }
    if (rows.length >= Math.min(PIECE_ROWS, count)) pieces.set(0, { rows: rows.slice(0, PIECE_ROWS), isStale: false });
    batch(() => {
      if (months) state.months.value = months;
      if (path) state.path.value = path;
      state.nextPageToken.value = '';
      state.status.value = 'ready';
      state.more.value = 'idle';
      publish();
      settle();
    });
    void loadBetween(...shown);
    for (const [number, { isStale }] of pieces) if (isStale) void load(number);
  };

  const rowAt = (index: number) => pieces.get(Math.floor(index / PIECE_ROWS))?.rows[index % PIECE_ROWS];
  const idAt = (index: number) => rowAt(index)?.id;
  replace({ rows: state.rows.peek(), months: state.months.peek() });
  return {
    replace,
    first: () =>
      askPhotos(api, { album }, { patience: 'long' }).catch((error: unknown) => {
        if (album === '' || statusOf(error, isOnline()) !== 'gone') throw error;
        return GONE_ALBUM;
      }),
    get count() {
      return countOf(days);
    },
    idAt,
    rowAt,
    indexOf: placeOf,
    near(id) {
      const index = placeOf(id);
      if (index >= 0) void loadBetween(index - PIECE_ROWS, index + PIECE_ROWS);
    },
    show(from, to) {
      shown = [from, to];
      if (state.more.peek() !== 'failed') void loadBetween(from, to);
    },
    async idsOf(from, to) {
      const end = Math.min(to, from + MOST_SELECTED);
      await loadBetween(from, end);
      return Array.from({ length: Math.max(0, end - from) }, (_, at) => idAt(from + at)).filter(
        (id) => id !== undefined,
      );
    },
    retry() {
      state.more.value = 'idle';
      void loadBetween(...shown);
    },
  };
}
