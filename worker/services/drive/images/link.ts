/**
 * Links to small images: `/t/<scope>.<signature>/<node>.<content>/<size>` on the content origin. The scope says whose they are and
 * until when, and is signed once for a page. Node, content and size are not: the drive or the share is asked for them at every look,
 * and no client guesses an id and the beginning of a digest. Links made within some hours are equal, so that a browser's cache has them.
 */
import type { NodeId, UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { equalBytes, fromBase64Url, fromHex, type Keyring, toBase64Url } from '#worker/platform/crypto.ts';
import { type ImagedRow, type LookedAt, mayHaveImage } from './model.ts';

const PURPOSE = 'drive.image-link';
const SIGNATURE_BYTES = 16;
/** Of the digest of the content: says whether a node still has the content that the link was made for. */
const CONTENT_BYTES = 8;
/** Signed scopes kept at most; then all are signed again. */
const CACHED_SCOPES = 500;

/** `drive`: the owner's own link, ends with the session. `share`: ends with the epoch of the share. `grant`: for a guest, ends with the grant and with the guest's session. */
export interface ImageScope {
  readonly kind: 'drive' | 'share' | 'grant';
  readonly ownerId: UserId;
  readonly expiresAtMs: number;
  /** Session, share, or grant. */
  readonly holder: string;
  /** Of the share, or of the session. */
  readonly epoch: number;
  /** Session of the guest (kind grant). */
  readonly sessionId?: string;
}

export interface ImageClaims extends ImageScope {
  readonly nodeId: NodeId;
  /** Beginning of the content's digest, base64url. */
  readonly contentMark: string;
  readonly isLarge: boolean;
}

/** The content of a link, or null when the link no longer opens. */
export type ImageSource = (claims: ImageClaims) => Promise<LookedAt | null>;

/** Sizes of the wire; a client that names none gets the small one. */
export type ImageSize = 's' | 'l';

export function imageSizeOf(thumbnailSize: string): ImageSize {
  return thumbnailSize === 'SIZE_LARGE' || thumbnailSize === 'SIZE_MEDIUM' ? 'l' : 's';
}

/** Makes the link of a node with this content mark; '' for an empty mark. @param size  other than that of the listing */
export type ImageLinks = (nodeId: string, contentMark: string, size?: ImageSize) => string;

export function contentMarkOf(contentKey: string): string {
  return toBase64Url(fromHex(contentKey.slice(contentKey.indexOf('-') + 1)).subarray(0, CONTENT_BYTES));
}

/** @returns '' for a row without an image */
export function imageMarkOf(row: ImagedRow): string {
  return row.content_key !== null && mayHaveImage(row) ? contentMarkOf(row.content_key) : '';
}

const KINDS = { d: 'drive', s: 'share', g: 'grant' } as const;
const MARKS = { drive: 'd', share: 's', grant: 'g' } as const;

/** When links made now end: with all others of the same period. @param ttlMs  their life at least */
export function imageLinksEndMs(nowMs: number, ttlMs: number): number {
  return (Math.ceil(nowMs / ttlMs) + 1) * ttlMs;
}

function textOf({ kind, ownerId, expiresAtMs, holder, epoch, sessionId }: ImageScope): string {
  const expires = Math.floor(expiresAtMs / SECOND_MS).toString(36);
  const fields = [MARKS[kind], ownerId, expires, holder, epoch.toString(36)];
  return [...fields, ...(sessionId === undefined ? [] : [sessionId])].join('.');
}

export interface ImageSigner {
  /** Signs for one scope: all rows of an answer. */
  linksOf(scope: ImageScope, size: ImageSize): Promise<ImageLinks>;
  /** The claims of a link that is ours and has not ended, or null. */
  verify(path: { scope: string; name: string; size: string }, nowMs: number): Promise<ImageClaims | null>;
}

function scopeOf(text: string): ImageScope | null {
  const [kind, ownerId = '', expires = '', holder = '', epoch = '', sessionId, extra] = text.split('.');
  const expiresAtMs = Number.parseInt(expires, 36) * SECOND_MS;
  if (!kind || !Object.hasOwn(KINDS, kind) || extra !== undefined || !Number.isFinite(expiresAtMs)) return null;
  return {
    kind: KINDS[kind as keyof typeof KINDS],
    ownerId: ownerId as UserId,
    expiresAtMs,
    holder,
    epoch: Number.parseInt(epoch, 36),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

export function makeImageSigner({ keyring, contentOrigin }: { keyring: Keyring; contentOrigin: string }): ImageSigner {
  const signatures = new Map<string, Uint8Array>();

  /** Not kept by itself: the scope may be anybody's. */
  async function signatureOf(scope: string): Promise<Uint8Array> {
    return signatures.get(scope) ?? (await keyring.mac(PURPOSE, scope)).subarray(0, SIGNATURE_BYTES);
  }

  function keep(scope: string, signature: Uint8Array): void {
    if (signatures.size >= CACHED_SCOPES) signatures.clear();
    signatures.set(scope, signature);
  }

  return {
    async linksOf(scope, size) {
      const text = textOf(scope);
      const signature = await signatureOf(text);
      keep(text, signature);
      const start = `${contentOrigin}/t/${text}.${toBase64Url(signature)}`;
      return (nodeId, mark, other = size) => (mark === '' ? '' : `${start}/${nodeId}.${mark}/${other}`);
    },
    async verify({ scope: signed, name, size }, nowMs) {
      const at = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(0, at));
      const given = fromBase64Url(signed.slice(at + 1));
      const [nodeId = '', contentMark = '', extra] = name.split('.');
      if (contentMark === '' || extra !== undefined || !given || (size !== 's' && size !== 'l')) return null;
      const signature = await signatureOf(text);
      if (!equalBytes(given, signature)) return null;
      keep(text, signature);
      const scope = scopeOf(text);
      if (!scope || !(nowMs < scope.expiresAtMs)) return null;
      return { ...scope, nodeId: nodeId as NodeId, contentMark, isLarge: size === 'l' };
    },
  };
}
