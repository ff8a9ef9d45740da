/**
 * Recent searches, and counts of the entries that the palette opened. Both stay on this device. A press deletes the searches; signing
 * out deletes both (browser-storage/personal.ts).
 */
import { fieldsOf, type LocalKey, list } from '#client/browser-storage/key-kinds.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { DAY_MS } from '#shared/units.ts';

/** An entry that was opened, and how often. */
export interface Use {
  /** Of an entry of the palette. */
  readonly id: string;
  readonly times: number;
  /** Epoch ms. */
  readonly lastMs: number;
  /** Of a file or folder, which no list of this page has to hold; '' for others. */
  readonly label: string;
  readonly href: string;
}

const MAX_SEARCHES = 8;
const MAX_USES = 100;
const MAX_CHARS = 255;
/** An opening counts half after two weeks. */
const HALF_DAYS = 14;

/** The newest last. */
const searchesKey: LocalKey<readonly string[]> = list(
  'pp_recent_searches',
  (value) => (typeof value === 'string' && value !== '' && value.length <= MAX_CHARS ? value : null),
  (value) => value,
  MAX_SEARCHES,
);

const usesKey: LocalKey<readonly Use[]> = list(
  'pp_palette_uses',
  (value) => {
    const { id, times, lastMs, label, href } = fieldsOf(value);
    if (typeof id !== 'string' || typeof times !== 'number' || typeof lastMs !== 'number') return null;
    if (typeof label !== 'string' || typeof href !== 'string' || (href !== '' && !href.startsWith('/'))) return null;
    return { id, times, lastMs, label, href };
  },
  (use) => use,
  MAX_USES,
);

export interface SearchMemory {
  /** The newest first. */
  searches(): readonly string[];
  noteSearch(text: string): void;
  forgetSearches(): void;
  uses(): readonly Use[];
  noteUse(entry: Pick<Use, 'id' | 'label' | 'href'>, nowMs: number): void;
}

export function makeSearchMemory(store: LocalStore): SearchMemory {
  const stored = () => store.get(searchesKey) ?? [];
  const uses = () => store.get(usesKey) ?? [];
  return {
    searches: () => stored().toReversed(),
    noteSearch(text) {
      if (text === '' || text.length > MAX_CHARS) return;
      store.set(searchesKey, [...stored().filter((one) => one !== text), text]);
    },
    forgetSearches: () => store.remove(searchesKey),
    uses,
    noteUse({ id, label, href }, nowMs) {
      const before = uses().find((use) => use.id === id);
      const times = 1 + (before ? weightOf(before, nowMs) : 0);
      store.set(usesKey, [...uses().filter((use) => use.id !== id), { id, times, lastMs: nowMs, label, href }]);
    },
  };
}

/** How much an entry was used lately. */
export function weightOf({ times, lastMs }: Pick<Use, 'times' | 'lastMs'>, nowMs: number): number {
  return times * 0.5 ** (Math.max(0, nowMs - lastMs) / (HALF_DAYS * DAY_MS));
}
