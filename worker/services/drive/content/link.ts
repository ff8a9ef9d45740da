/**
 * Links to content: signed claims in the path of the content origin. A link gives the bytes to anyone until it expires or
 * its source closes, so it is made late and is valid for hours. It is short, because a page of a share holds a hundred. Links of
 * a share that end together have one key, which signs one file each: a page costs one derived key.
 */
import { createHmac } from 'node:crypto';
import type { ContentKey, NodeId, ShareId, UserId } from '#shared/ids.ts';
import { SECOND_MS, wireTime } from '#shared/units.ts';
import { equalBytes, fromBase64Url, fromHex, type Keyring, toBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import type { ContentSources, LinkClaims, OpenContent } from './claims.ts';

const PURPOSE = 'drive.content-link';
const SHARE_PURPOSE = 'drive.share-content-link';
/** 128 of the 256 bits of the MAC: as many as an id has, half the length. */
const SIGNATURE_BYTES = 16;
const FIELDS = 8;
const KINDS = { d: 'drive', s: 'share', e: 'evidence', g: 'grant' } as const;
const KIND_MARKS = { drive: 'd', share: 's', evidence: 'e', grant: 'g' } as const;

/** Keys of shares kept at most; then all are derived again. */
const CACHED_KEYS = 1_000;

/** The content key as links spell it. */
export function linkKeyOf(contentKey: string): string {
  const [version = '', hex = ''] = contentKey.split('-');
  return `${version}~${toBase64Url(fromHex(hex))}`;
}

/** Between two ids: neither of them can hold one. */
const BETWEEN = '~';

function holderOf({ kind, sessionId, grantId, shareId }: LinkClaims): string {
  if (kind === 'drive') return sessionId ?? '';
  return (kind === 'grant' ? `${grantId}${BETWEEN}${sessionId}` : shareId) ?? '';
}

function holderFrom(kind: LinkClaims['kind'], holder: string, epoch: number): Partial<LinkClaims> {
  if (kind === 'drive') return { sessionId: holder, tokenEpoch: epoch };
  if (kind !== 'grant') return { shareId: holder as ShareId, shareEpoch: epoch };
  const [grantId = '', sessionId = ''] = holder.split(BETWEEN);
  return { grantId, sessionId, tokenEpoch: epoch };
}

/** Fields in their one order, joined by dots: none of them can hold one. */
function fieldsOf(claims: LinkClaims, expiresAtSeconds: number): string[] {
  return [
    KIND_MARKS[claims.kind],
    claims.attachment ? 'a' : 'i',
    claims.ownerId,
    claims.nodeId,
    linkKeyOf(claims.contentKey),
    expiresAtSeconds.toString(36),
    holderOf(claims),
    (claims.tokenEpoch ?? claims.shareEpoch ?? 0).toString(36),
  ];
}

function fileSignature(key: Uint8Array, nodeId: string, linkKey: string): Uint8Array {
  return createHmac('sha256', key).update(`${nodeId}.${linkKey}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** The keys of shares of one isolate, by keyring. */
const shareKeys = new WeakMap<Keyring, Map<string, Uint8Array>>();

/** The facts that the key of a share is made of: its owner, mode and end. @param fields  as of a link */
const scopeOf = (fields: readonly string[]): string => fields.toSpliced(3, 2).join('.');

/** The key that signs files of one share, in one mode and with one end. It is not kept: the fields may be anybody's. */
async function shareKeyOf(keyring: Keyring, fields: readonly string[]): Promise<Uint8Array> {
  const scope = scopeOf(fields);
  return shareKeys.get(keyring)?.get(scope) ?? keyring.mac(SHARE_PURPOSE, scope);
}

/** @param fields  of a link that is ours */
function keepShareKey(keyring: Keyring, fields: readonly string[], key: Uint8Array): void {
  const keys = shareKeys.get(keyring) ?? new Map<string, Uint8Array>();
  if (keys.size >= CACHED_KEYS) keys.clear();
  keys.set(scopeOf(fields), key);
  shareKeys.set(keyring, keys);
}

/** The key of links that we sign. */
async function shareKey(keyring: Keyring, fields: readonly string[]): Promise<Uint8Array> {
  const key = await shareKeyOf(keyring, fields);
  keepShareKey(keyring, fields, key);
  return key;
}

async function signatureOf(keyring: Keyring, fields: readonly string[]): Promise<Uint8Array> {
  if (fields[0] === 's') return fileSignature(await shareKey(keyring, fields), fields[3] ?? '', fields[4] ?? '');
  return (await keyring.mac(PURPOSE, fields.join('.'))).slice(0, SIGNATURE_BYTES);
}

/** Whether we signed these fields. Keeps no key of a forged link. */
async function isOurs(keyring: Keyring, fields: readonly string[], given: Uint8Array): Promise<boolean> {
  if (fields[0] !== 's') return equalBytes(given, await signatureOf(keyring, fields));
  const key = await shareKeyOf(keyring, fields);
  if (!equalBytes(given, fileSignature(key, fields[3] ?? '', fields[4] ?? ''))) return false;
  keepShareKey(keyring, fields, key);
  return true;
}

/** A link in the spelling of the wire. */
export interface ContentLink {
  readonly url: string;
  readonly token: string;
  readonly expire: string;
  readonly type: string;
}

/** Signs a link. @param name  in the address for people and players only; the download has the file's own name */
export async function contentLink(
  { keyring, contentOrigin }: Pick<DriveDeps, 'keyring' | 'contentOrigin'>,
  claims: LinkClaims,
  name: string,
): Promise<ContentLink> {
  const expiresAtSeconds = Math.floor(claims.expiresAtMs / SECOND_MS);
  const fields = fieldsOf(claims, expiresAtSeconds);
  const token = `${fields.join('.')}.${toBase64Url(await signatureOf(keyring, fields))}`;
  return linkTo(contentOrigin, token, name, expiresAtSeconds);
}

function linkTo(contentOrigin: string, token: string, name: string, expiresAtSeconds: number): ContentLink {
  const url = `${contentOrigin}/f/${token}/${encodeURIComponent(name.toWellFormed())}?expire=${expiresAtSeconds}`;
  return { url, token: '', expire: wireTime(expiresAtSeconds * SECOND_MS), type: 'application/octet-stream' };
}

/** Signs the link of one file of a share. @param linkKey  as `linkKeyOf` writes it */
export type ShareContentLinks = (nodeId: string, linkKey: string, name: string) => ContentLink;

/** For the files of an answer: links that end together. */
export async function shareContentLinks(
  { keyring, contentOrigin }: Pick<DriveDeps, 'keyring' | 'contentOrigin'>,
  share: { ownerId: UserId; shareId: ShareId; epoch: number; expiresAtMs: number },
): Promise<ShareContentLinks> {
  const expiresAtSeconds = Math.floor(share.expiresAtMs / SECOND_MS);
  const end = `${expiresAtSeconds.toString(36)}.${share.shareId}.${share.epoch.toString(36)}`;
  const start = `s.a.${share.ownerId}`;
  const key = await shareKey(keyring, `${start}...${end}`.split('.'));
  return (nodeId, linkKey, name) => {
    const signature = toBase64Url(fileSignature(key, nodeId, linkKey));
    return linkTo(contentOrigin, `${start}.${nodeId}.${linkKey}.${end}.${signature}`, name, expiresAtSeconds);
  };
}

/** The claims of a link that is ours and not yet over, or null. */
export async function verifyContentLink(keyring: Keyring, token: string, nowMs: number): Promise<LinkClaims | null> {
  const at = token.lastIndexOf('.');
  const given = fromBase64Url(token.slice(at + 1));
  const fields = token.slice(0, at).split('.');
  // Compared before anything is read: only what we signed ourselves is parsed.
  if (at < 0 || fields.length !== FIELDS || !given || !(await isOurs(keyring, fields, given))) return null;
  const [kindMark = '', mode, ownerId, nodeId, key = '', expires = '', holder = '', epochText = ''] = fields;
  const kind = Object.hasOwn(KINDS, kindMark) ? KINDS[kindMark as keyof typeof KINDS] : null;
  const [version = '', digest = ''] = key.split('~');
  const digestBytes = fromBase64Url(digest);
  const expiresAtMs = Number.parseInt(expires, 36) * SECOND_MS;
  if (!kind || !digestBytes || !(nowMs < expiresAtMs)) return null;
  const epoch = Number.parseInt(epochText, 36);
  return {
    kind,
    ownerId: ownerId as UserId,
    nodeId: nodeId as NodeId,
    contentKey: `${version}-${toHex(digestBytes)}` as ContentKey,
    expiresAtMs,
    attachment: mode === 'a',
    ...holderFrom(kind, holder, epoch),
  };
}

/** Signs a link to a content of the caller's own file; it ends with the session. */
export function ownContentLink(
  deps: DriveDeps,
  caller: Caller,
  nodeId: NodeId,
  contentKey: ContentKey,
  name: string,
): Promise<ContentLink> {
  const claims: LinkClaims = {
    kind: 'drive',
    ownerId: caller.userId,
    nodeId,
    contentKey,
    expiresAtMs: deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS,
    attachment: true,
    sessionId: caller.sessionId,
    tokenEpoch: caller.epoch,
  };
  return contentLink(deps, claims, name);
}

/** Opens a link that this server has just signed, without a request to itself. @returns null for one that is none, or opens no more */
export function makeOpenLink({
  keyring,
  contentSources,
}: Pick<DriveDeps, 'keyring'> & { readonly contentSources: ContentSources }) {
  return async (url: string, nowMs: number): Promise<{ claims: LinkClaims; content: OpenContent } | null> => {
    const token = new URL(url).pathname.split('/')[2] ?? '';
    const claims = await verifyContentLink(keyring, token, nowMs);
    const leased = claims && (await contentSources[claims.kind](claims));
    return claims && leased ? { claims, content: leased.content } : null;
  };
}
