/**
 * Links to content: signed claims in the path of the content origin. A link gives the bytes to anyone until it expires or
 * its source closes, so it is made late and is valid for hours. It is short, because a page of a share holds a hundred.
 */
import type { ContentKey, NodeId, ShareId, UserId } from '#shared/ids.ts';
import { SECOND_MS, wireTime } from '#shared/units.ts';
import { equalBytes, fromBase64Url, fromHex, type Keyring, toBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import type { LinkClaims } from './claims.ts';

const PURPOSE = 'drive.content-link';
/** 128 of the 256 bits of the MAC: as many as an id has, half the length. */
const SIGNATURE_BYTES = 16;
const KINDS = { d: 'drive', s: 'share' } as const;

/** Fields in their one order, joined by dots: none of them can hold one. */
function fieldsOf(claims: LinkClaims, expiresAtSeconds: number): string {
  const [version = '', hex = ''] = claims.contentKey.split('-');
  return [
    claims.kind === 'drive' ? 'd' : 's',
    claims.attachment ? 'a' : 'i',
    claims.ownerId,
    claims.nodeId,
    `${version}~${toBase64Url(fromHex(hex))}`,
    expiresAtSeconds.toString(36),
    claims.kind === 'drive' ? (claims.sessionId ?? '') : (claims.shareId ?? ''),
    ((claims.kind === 'drive' ? claims.tokenEpoch : claims.shareEpoch) ?? 0).toString(36),
  ].join('.');
}

async function signatureOf(keyring: Keyring, payload: string): Promise<Uint8Array> {
  return (await keyring.mac(PURPOSE, payload)).slice(0, SIGNATURE_BYTES);
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
  const payload = fieldsOf(claims, expiresAtSeconds);
  const token = `${payload}.${toBase64Url(await signatureOf(keyring, payload))}`;
  const url = `${contentOrigin}/f/${token}/${encodeURIComponent(name.toWellFormed())}?expire=${expiresAtSeconds}`;
  return { url, token: '', expire: wireTime(expiresAtSeconds * SECOND_MS), type: 'application/octet-stream' };
}

/** The claims of a link that is ours and not yet over, or null. */
export async function verifyContentLink(keyring: Keyring, token: string, nowMs: number): Promise<LinkClaims | null> {
  const at = token.lastIndexOf('.');
  const given = fromBase64Url(token.slice(at + 1));
  const payload = token.slice(0, at);
  // Compared before anything is read: only what we signed ourselves is parsed.
  if (at < 0 || !given || !equalBytes(given, await signatureOf(keyring, payload))) return null;
  const [kindMark = '', mode, ownerId, nodeId, key = '', expires = '', holder = '', epochText = ''] =
    payload.split('.');
  const kind = kindMark === 'd' || kindMark === 's' ? KINDS[kindMark] : null;
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
    ...(kind === 'drive'
      ? { sessionId: holder, tokenEpoch: epoch }
      : { shareId: holder as ShareId, shareEpoch: epoch }),
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
