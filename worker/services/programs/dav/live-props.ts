/** Properties of every file and folder (RFC 4918 section 15, RFC 4331), as text inside of their elements. Pure. */
import { httpDate } from '#shared/content/http-date.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { ProgramEntry, ProgramLock, ProgramQuota } from '#worker/services/drive/service.ts';
import { hrefOf } from './address.ts';
import { escapeText } from './xml-write.ts';

/** Facts beside the entry. */
export interface Beside {
  /** Base of the mount. */
  readonly base: string;
  readonly nowMs: number;
  readonly quota: ProgramQuota | null;
  /** The program may only read. */
  readonly isReadOnly: boolean;
  /** How often the drive went back to an earlier moment. */
  readonly recoveries: number;
}

type Render = (entry: ProgramEntry, beside: Beside) => string | null;

const SUPPORTED_LOCKS = ['exclusive', 'shared']
  .map(
    (scope) => `<d:lockentry><d:lockscope><d:${scope}/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockentry>`,
  )
  .join('');

/** Life of a lock without renewal. */
export const LONGEST_LOCK_MS = 30 * MINUTE_MS;

export function activeLock(lock: ProgramLock, { base, nowMs }: Pick<Beside, 'base' | 'nowMs'>): string {
  // The request began before the drive set the lock: what is left may seem longer than it lasts.
  const leftMs = Math.min(LONGEST_LOCK_MS, lock.untilMs - nowMs);
  const seconds = Math.max(0, Math.round(leftMs / SECOND_MS));
  const owner = lock.owner === '' ? '' : `<d:owner>${lock.owner}</d:owner>`;
  const root = hrefOf(base, lock.path ?? [], false);
  return (
    `<d:activelock><d:locktype><d:write/></d:locktype><d:lockscope><d:${lock.isShared ? 'shared' : 'exclusive'}/></d:lockscope>` +
    `<d:depth>${lock.isDeep ? 'infinity' : '0'}</d:depth>${owner}<d:timeout>Second-${seconds}</d:timeout>` +
    `<d:locktoken><d:href>${lock.token}</d:href></d:locktoken><d:lockroot><d:href>${root}</d:href></d:lockroot></d:activelock>`
  );
}

/** A date of RFC 3339; httpDate and this cost a third of an entry when they are made anew. */
const isoDate = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Those of an `allprop`. */
const COMMON: readonly (readonly [string, Render])[] = [
  ['resourcetype', ({ isFile }) => (isFile ? '' : '<d:collection/>')],
  ['displayname', ({ name }) => escapeText(name)],
  ['getcontentlength', ({ isFile, sizeBytes }) => (isFile ? String(sizeBytes) : null)],
  ['getcontenttype', ({ isFile, mime }) => (isFile ? escapeText(mime || 'application/octet-stream') : null)],
  ['getetag', ({ tag }) => `&quot;${tag}&quot;`],
  ['getlastmodified', ({ modifiedMs }) => httpDate(modifiedMs)],
  ['creationdate', ({ createdMs }) => isoDate(createdMs)],
  ['lockdiscovery', ({ locks }, beside) => locks?.map((lock) => activeLock(lock, beside)).join('') ?? ''],
  ['supportedlock', () => SUPPORTED_LOCKS],
];

/** Only where they are named. */
const NAMED: readonly (readonly [string, Render])[] = [
  ['quota-used-bytes', ({ isFile }, { quota }) => (quota && !isFile ? String(quota.usedBytes) : null)],
  ['quota-available-bytes', ({ isFile }, { quota }) => (quota && !isFile ? String(quota.leftBytes) : null)],
];

const inDav = ([local, render]: readonly [string, Render]) => [`{DAV:}${local}`, render] as const;

export const COMMON_PROPS: ReadonlyMap<string, Render> = new Map(COMMON.map(inDav));
export const LIVE_PROPS: ReadonlyMap<string, Render> = new Map([...COMMON, ...NAMED].map(inDav));

export const QUOTA_PROPS: readonly string[] = NAMED.map(([local]) => `{DAV:}${local}`);
