/**
 * Memory cache bounded by bytes, for texts that are asked for by turns. A new entry takes the place of an old one only if it is
 * asked for more often (TinyLFU): when more entries are asked for in turn than fit, those that are cached stay, and
 * a share of the questions is answered from memory. An LRU would answer none. Independent of features.
 */

export interface ByteCache<T> {
  /** Counts as a question for the key, whether it is cached or not. */
  get(key: string): T | undefined;
  /** Caches an entry, or a new size of a cached one, if it is asked for often enough. @returns whether it is cached now */
  set(key: string, value: T, bytes: number): boolean;
  delete(key: string): void;
}

/** Counters of questions: two places a key, 4 bits of each used. */
const COUNTERS = 8_192;
const MOST_COUNT = 15;
/** Questions after which all counts are halved: entries that were used long ago can be evicted. */
const AGING_QUESTIONS = 8 * COUNTERS;

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return (hash ^ (hash >>> 15)) & (COUNTERS - 1);
}

/** Approximate number of questions for keys, lately. */
function makeFrequencies() {
  const counts = new Uint8Array(COUNTERS);
  let questions = 0;
  const placesOf = (key: string): [number, number] => [hashOf(key, 2_166_136_261), hashOf(key, 40_503)];
  return {
    add(key: string): void {
      for (const place of placesOf(key)) counts[place] = Math.min(MOST_COUNT, (counts[place] ?? 0) + 1);
      questions += 1;
      if (questions < AGING_QUESTIONS) return;
      questions = 0;
      for (let place = 0; place < COUNTERS; place += 1) counts[place] = (counts[place] ?? 0) >> 1;
    },
    of(key: string): number {
      const [first, second] = placesOf(key);
      return Math.min(counts[first] ?? 0, counts[second] ?? 0);
    },
  };
}

/** @param onEvict  called with an entry that another one takes the place of */
export function makeByteCache<T>(maxBytes: number, onEvict?: (key: string, value: T) => void): ByteCache<T> {
  /** Ordered by last use. */
  const entries = new Map<string, { value: T; bytes: number }>();
  const frequencies = makeFrequencies();
  let used = 0;

  function drop(key: string): void {
    used -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  /** The least used entries to evict; null when one of them is asked for as often as the new one. */
  function victimsFor(key: string, bytes: number): string[] | null {
    let missing = used + bytes - maxBytes;
    if (missing <= 0) return [];
    const victims: string[] = [];
    const wanted = frequencies.of(key);
    for (const [other, entry] of entries) {
      if (frequencies.of(other) >= wanted) return null;
      victims.push(other);
      missing -= entry.bytes;
      if (missing <= 0) return victims;
    }
    return null;
  }

  return {
    get(key) {
      frequencies.add(key);
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      drop(key);
      const victims = bytes > maxBytes ? null : victimsFor(key, bytes);
      if (!victims) return false;
      const evicted = victims.flatMap((victim) => {
        const entry = entries.get(victim);
        drop(victim);
        return entry ? [[victim, entry.value] as const] : [];
      });
      entries.set(key, { value, bytes });
      used += bytes;
      for (const [victim, old] of evicted) onEvict?.(victim, old);
      return true;
    },
    delete: drop,
  };
}
