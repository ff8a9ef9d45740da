/** Kinds of local storage entries, and how their text is parsed: null for garbage, never an error. No I/O, no clock. */

export interface LocalKey<T> {
  readonly name: string;
  /** Null: the text is not valid for the key. */
  read(text: string): T | null;
  write(value: T): string;
}

/** Longest text of a simple key; longer text was not written by us. */
const MAX_TEXT = 2_000;
/** Most members of a stored list. */
export const MAX_LIST = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/* @__NO_SIDE_EFFECTS__ */
export function json<T>(name: string, take: (value: unknown) => T | null, put: (value: T) => unknown): LocalKey<T> {
  return {
    name,
    read(text) {
      try {
        return take(JSON.parse(text));
      } catch {
        // Not written by us, or truncated.
        return null;
      }
    },
    write: (value) => JSON.stringify(put(value)),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function record<T>(name: string, take: (fields: Fields) => T | null, put: (value: T) => object): LocalKey<T> {
  const isRecord = (value: unknown): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return json(name, (value) => (isRecord(value) ? take(value) : null), put);
}

/* @__NO_SIDE_EFFECTS__ */
export function text(name: string): LocalKey<string> {
  return {
    name,
    read: (stored) => (stored !== '' && stored.length <= MAX_TEXT ? stored : null),
    write: (value) => value,
  };
}

/** `1` or `true` is yes, `0` or `false` is no. */
/* @__NO_SIDE_EFFECTS__ */
export function flag(name: string): LocalKey<boolean> {
  const known: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };
  return { name, read: (stored) => known[stored] ?? null, write: (value) => (value ? '1' : '0') };
}

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(
  name: string,
  member: (value: unknown) => T | null,
  put: (one: T) => unknown = (one) => one,
  most: number = MAX_LIST,
): LocalKey<readonly T[]> {
  return json<readonly T[]>(
    name,
    (value) =>
      Array.isArray(value)
        ? (value as readonly unknown[])
            .slice(-most)
            .map(member)
            .filter((one) => one !== null)
        : null,
    (value) => value.slice(-most).map(put),
  );
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** Epoch ms of a stored date; null for anything else. */
export function dateOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
