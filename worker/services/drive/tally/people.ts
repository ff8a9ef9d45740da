/**
 * Estimates how many different people were counted, in little space: up to 48 exactly as a list of digests, more as 256 ranks (HyperLogLog,
 * within 7 % as a rule). Estimates of days can be joined: who came on both counts once. Text, pure.
 */
import { toBase64Url } from '#worker/platform/crypto.ts';

/** Characters of a digest that are used: 36 bits. */
const DIGEST_CHARS = 6;
const MAX_LISTED = 48;
const RANKS = 256;
/** Bits of a digest behind its place among the ranks. */
const REST_BITS = 28;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NO_PEOPLE = '';
/** Of the published formula, for 256 ranks. */
const ALPHA = 0.7213 / (1 + 1.079 / RANKS);

/** A list of digests begins with `l`, ranks with `r`; '' stands for no people. */
export type PeopleEstimate = string;

interface Read {
  readonly listed: ReadonlySet<string>;
  /** null while all are listed. */
  readonly ranks: number[] | null;
}

function read(estimate: PeopleEstimate): Read {
  const body = estimate.slice(1);
  if (estimate.startsWith('r') && body.length === RANKS)
    return { listed: new Set(), ranks: Array.from(body, (char) => Math.max(0, ALPHABET.indexOf(char))) };
  const listed = new Set<string>();
  for (let at = 0; at + DIGEST_CHARS <= body.length; at += DIGEST_CHARS) listed.add(body.slice(at, at + DIGEST_CHARS));
  return { listed, ranks: null };
}

function bitsOf(digest: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + 3; at += 1) bits = bits * 64 + Math.max(0, ALPHABET.indexOf(digest[at] ?? ''));
  return bits;
}

function rank(ranks: number[], digest: string): void {
  const [high, low] = [bitsOf(digest, 0), bitsOf(digest, 3)];
  const place = high >> 10;
  const rest = (high & 1_023) * 2 ** 18 + low;
  const own = rest === 0 ? REST_BITS + 1 : Math.clz32(rest) - (32 - REST_BITS) + 1;
  ranks[place] = Math.max(ranks[place] ?? 0, own);
}

function write({ listed, ranks }: Read): PeopleEstimate {
  if (ranks === null && listed.size <= MAX_LISTED)
    return listed.size === 0 ? NO_PEOPLE : `l${[...listed].toSorted().join('')}`;
  const all = ranks ?? new Array<number>(RANKS).fill(0);
  for (const digest of listed) rank(all, digest);
  return `r${all.map((one) => ALPHABET[one] ?? '_').join('')}`;
}

/** @param digests  base64url, evenly spread, at least 36 bits each */
export function addPeople(estimate: PeopleEstimate, digests: Iterable<string>): PeopleEstimate {
  const before = read(estimate);
  const listed = new Set(before.listed);
  for (const digest of digests) listed.add(digest.slice(0, DIGEST_CHARS));
  return write({ listed, ranks: before.ranks });
}

/** Everybody of one or the other. */
export function joinPeople(one: PeopleEstimate, other: PeopleEstimate): PeopleEstimate {
  const [left, right] = [read(one), read(other)];
  const listed = new Set([...left.listed, ...right.listed]);
  if (!left.ranks || !right.ranks) return write({ listed, ranks: left.ranks ?? right.ranks });
  const { ranks: others } = right;
  return write({ listed, ranks: left.ranks.map((own, at) => Math.max(own, others[at] ?? 0)) });
}

export function countPeople(estimate: PeopleEstimate): number {
  const { listed, ranks } = read(estimate);
  if (!ranks) return listed.size;
  const free = ranks.filter((one) => one === 0).length;
  const guess = (ALPHA * RANKS ** 2) / ranks.reduce((sum, one) => sum + 2 ** -one, 0);
  return Math.round(guess <= 2.5 * RANKS && free > 0 ? RANKS * Math.log(RANKS / free) : guess);
}

/** The digest of a person as estimates and marks spell it: 8 bytes. */
export function personDigest(digest: Uint8Array): string {
  return toBase64Url(digest.slice(0, 8));
}
