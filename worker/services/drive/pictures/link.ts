/**
 * Links to small images: `/t/<scope>/<node>.<content>.<signature>/<size>` on the content origin. The scope says whose they are and
 * until when; its key signs one node with one content, so a page of a thousand costs one key. The size is not signed: `s` or `l`.
 * Links made within some hours are equal, so that a browser's cache has them.
 */
import { createHmac } from 'node:crypto';
import type { NodeId, UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { equalBytes, fromBase64Url, fromHex, type Keyring, toBase64Url } from '#worker/platform/crypto.ts';
import { mayHaveImage, type PicturedRow } from './model.ts';

const PURPOSE = 'drive.image-link';
const SIGNATURE_BYTES = 16;
/** Of the digest of the content: says whether a node still has the content that the link was made for. */
const CONTENT_BYTES = 8;
/** Keys of scopes kept at most; then all are derived again. */
const CACHED_KEYS = 500;

/** `drive`: the owner's own link, ends with the session. `share`: ends with the epoch of the share. */
export interface ImageScope {
  readonly kind: 'drive' | 'share';
  readonly ownerId: UserId;
  readonly expiresAtMs: number;
  /** Session, or share. */
  readonly holder: string;
  readonly epoch: number;
}

export interface ImageClaims extends ImageScope {
  readonly nodeId: NodeId;
  /** Beginning of the content's digest, base64url. */
  readonly contentMark: string;
  readonly isLarge: boolean;
}

/** Sizes of the wire; a client that names none gets the small one. */
export type ImageSize = 's' | 'l';

export function imageSizeOf(thumbnailSize: string): ImageSize {
  return thumbnailSize === 'SIZE_LARGE' || thumbnailSize === 'SIZE_MEDIUM' ? 'l' : 's';
}

/** Signs the link of a node with this content mark; '' for an empty mark. */
export type ImageLinks = (nodeId: string, contentMark: string) => string;

export function contentMarkOf(contentKey: string): string {
  return toBase64Url(fromHex(contentKey.slice(contentKey.indexOf('-') + 1)).subarray(0, CONTENT_BYTES));
}

/** @returns '' for a row without an image */
export function imageMarkOf(row: PicturedRow): string {
  return row.content_key !== null && mayHaveImage(row) ? contentMarkOf(row.content_key) : '';
}

/** When links made now end: with all others of the same period. @param ttlMs  their life at least */
export function imageLinksEndMs(nowMs: number, ttlMs: number): number {
  return (Math.ceil(nowMs / ttlMs) + 1) * ttlMs;
}

function textOf({ kind, ownerId, expiresAtMs, holder, epoch }: ImageScope): string {
  const expires = Math.floor(expiresAtMs / SECOND_MS).toString(36);
  return [kind === 'drive' ? 'd' : 's', ownerId, expires, holder, epoch.toString(36)].join('.');
}

export interface ImageSigner {
  /** Signs for one scope: all rows of an answer. */
  linksOf(scope: ImageScope, size: ImageSize): Promise<ImageLinks>;
  /** The claims of a link that is ours and has not ended, or null. */
  verify(path: { scope: string; name: string; size: string }, nowMs: number): Promise<ImageClaims | null>;
}

function signatureOf(key: Uint8Array, nodeId: string, mark: string): Uint8Array {
  return createHmac('sha256', key).update(`${nodeId}.${mark}`).digest().subarray(0, SIGNATURE_BYTES);
}

function scopeOf(text: string): ImageScope | null {
  const [kind, ownerId = '', expires = '', holder = '', epoch = '', extra] = text.split('.');
  const expiresAtMs = Number.parseInt(expires, 36) * SECOND_MS;
  if ((kind !== 'd' && kind !== 's') || extra !== undefined || !Number.isFinite(expiresAtMs)) return null;
  const kinds = { d: 'drive', s: 'share' } as const;
  return { kind: kinds[kind], ownerId: ownerId as UserId, expiresAtMs, holder, epoch: Number.parseInt(epoch, 36) };
}

export function makeImageSigner({ keyring, contentOrigin }: { keyring: Keyring; contentOrigin: string }): ImageSigner {
  const keys = new Map<string, Uint8Array>();

  async function keyOf(scope: string): Promise<Uint8Array> {
    const known = keys.get(scope);
    if (known) return known;
    const key = await keyring.mac(PURPOSE, scope);
    if (keys.size >= CACHED_KEYS) keys.clear();
    keys.set(scope, key);
    return key;
  }

  return {
    async linksOf(scope, size) {
      const text = textOf(scope);
      const key = await keyOf(text);
      return (nodeId, mark) => {
        if (mark === '') return '';
        const signature = toBase64Url(signatureOf(key, nodeId, mark));
        return `${contentOrigin}/t/${text}/${nodeId}.${mark}.${signature}/${size}`;
      };
    },
    async verify({ scope: text, name, size }, nowMs) {
      const [nodeId = '', contentMark = '', signature = '', extra] = name.split('.');
      const given = fromBase64Url(signature);
      if (extra !== undefined || !given || (size !== 's' && size !== 'l')) return null;
      // Read only after the signature: every text has a key.
      const scope = scopeOf(text);
      if (!scope || !(nowMs < scope.expiresAtMs)) return null;
      if (!equalBytes(given, signatureOf(await keyOf(text), nodeId, contentMark))) return null;
      return { ...scope, nodeId: nodeId as NodeId, contentMark, isLarge: size === 'l' };
    },
  };
}
