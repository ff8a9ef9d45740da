/**
 * Where a visit came from: the marketing parameters of an address, and the sites before it. Untrusted texts for statistics; they open nothing
 * and pay nothing. Pure. @source spec sections 3 (query parameters, referer list) and 9 (12 hours, at most 10)
 */

export interface Attribution {
  readonly source: string;
  readonly medium: string;
  /** `__campaign` of the address. */
  readonly name: string;
}

/** Cookies of 12 hours; stored only after the visitor allowed usage counts. */
export const ATTRIBUTION_COOKIES = { source: 'pp_source', medium: 'pp_medium', name: 'pp_campaign' } as const;
export const REFERERS_COOKIE = 'pp_referers';
/** 12 hours. */
export const ATTRIBUTION_SECONDS = 12 * 3_600;
export const ATTRIBUTION_CHARS = 100;
export const MAX_REFERERS = 10;
/** Longest name of a host. */
const HOST_CHARS = 253;

export interface Referer {
  /** Host. */
  readonly val: string;
  /** Epoch ms. */
  readonly expired: number;
}

const NAME_PARAMETER = '__campaign';

/** The attribution of an address: our parameters, or those that advertisers use. */
export function attributionIn(query: { get(name: string): string | null }): Attribution {
  const read = (...names: readonly string[]): string => {
    const found = names.map((name) => query.get(name)).find((value) => value !== null);
    return (found ?? '').trim().slice(0, ATTRIBUTION_CHARS);
  };
  return {
    source: read('__source', 'utm_source'),
    medium: read('__medium', 'utm_medium'),
    name: read(NAME_PARAMETER, 'utm_campaign'),
  };
}

/** The parameters that carry an attribution to the next address; none without a source. */
export function attributionQuery({ source, medium, name }: Attribution): Readonly<Record<string, string>> {
  return source === '' ? {} : { __source: source, __medium: medium, [NAME_PARAMETER]: name };
}

/** The hosts in a cookie, without entries that are malformed or old. */
export function readReferers(value: unknown, nowMs: number): Referer[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_REFERERS).flatMap((entry: unknown): Referer[] => {
    const { val, expired } = (entry ?? {}) as Partial<Record<keyof Referer, unknown>>;
    const isOne = typeof val === 'string' && val !== '' && val.length <= HOST_CHARS && typeof expired === 'number';
    return isOne && expired > nowMs ? [{ val, expired }] : [];
  });
}

/** The list with the site that led here last. A host counts once; the newest ten stay. */
export function withReferer(list: readonly Referer[], host: string, nowMs: number): Referer[] {
  if (host === '' || host.length > HOST_CHARS) return [...list];
  const others = list.filter(({ val }) => val !== host);
  return [...others, { val: host, expired: nowMs + ATTRIBUTION_SECONDS * 1_000 }].slice(-MAX_REFERERS);
}
