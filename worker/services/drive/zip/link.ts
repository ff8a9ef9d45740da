/** Links to zip files: signed claims in the path of the content origin, as those of single files. */
import * as v from 'valibot';
import type { ShareId, UserId } from '#shared/ids.ts';
import { DEFAULT_TIME_ZONE, readTimeZone } from '#shared/locale/time-zone.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { DriveDeps } from '../deps.ts';

const PURPOSE = 'drive.zip-link';

const Payload = v.object({
  /** Owner of the drive. */
  o: v.string(),
  /** Name of the file. */
  n: v.string(),
  /** Seconds since 1970: when the link ends. */
  x: v.number(),
  /** Epoch of the session or of the share. */
  e: v.number(),
  /** Session of the owner, or the share. */
  s: v.optional(v.string()),
  h: v.optional(v.string()),
  /** The choice: ids, or the name of a stored one. */
  i: v.optional(v.array(v.string())),
  r: v.optional(v.string()),
  /** Time zone of the reader; none: UTC. */
  z: v.optional(v.string()),
});

export interface ZipClaims {
  readonly ownerId: UserId;
  /** With its extension. */
  readonly name: string;
  readonly expiresAtMs: number;
  readonly ids: readonly string[];
  readonly selection: string;
  /** Of the reader: DOS times in a zip file are local. */
  readonly timeZone: string;
  /** Of the owner's own link. */
  readonly session?: { readonly sessionId: string; readonly epoch: number };
  /** Of a link for a visitor. */
  readonly share?: { readonly shareId: ShareId; readonly epoch: number };
}

export async function zipLink(
  { keyring, contentOrigin }: Pick<DriveDeps, 'keyring' | 'contentOrigin'>,
  claims: ZipClaims,
): Promise<string> {
  const { session, share, ids, selection, name, timeZone } = claims;
  const token = await keyring.sign(PURPOSE, {
    o: claims.ownerId,
    n: name,
    x: Math.floor(claims.expiresAtMs / SECOND_MS),
    e: session?.epoch ?? share?.epoch ?? 0,
    ...(session ? { s: session.sessionId } : { h: share?.shareId }),
    ...(selection === '' ? { i: ids } : { r: selection }),
    ...(timeZone === DEFAULT_TIME_ZONE ? {} : { z: timeZone }),
  });
  return `${contentOrigin}/z/${token}/${encodeURIComponent(name.toWellFormed())}`;
}

/** The claims of a link that is ours and has not ended, or null. */
export async function verifyZipLink(keyring: Keyring, token: string, nowMs: number): Promise<ZipClaims | null> {
  const parsed = v.safeParse(Payload, await keyring.verify(PURPOSE, token));
  if (!parsed.success) return null;
  const { o, n, x, e, s, h, i, r, z } = parsed.output;
  if (nowMs >= x * SECOND_MS) return null;
  const timeZone = readTimeZone(z);
  const common = {
    ownerId: o as UserId,
    name: n,
    expiresAtMs: x * SECOND_MS,
    ids: i ?? [],
    selection: r ?? '',
    timeZone,
  };
  if (s !== undefined) return { ...common, session: { sessionId: s, epoch: e } };
  return h === undefined ? null : { ...common, share: { shareId: h as ShareId, epoch: e } };
}
