/** Links to one entry of an archive: signed claims in the path of the content origin. The password is sealed in them. */
import * as v from 'valibot';
import type { UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { DriveDeps } from '../../deps.ts';

const PURPOSE = 'drive.archive-entry-link';

const Payload = v.object({
  /** Owner of the drive, file, content of the archive. */
  o: v.string(),
  f: v.string(),
  k: v.string(),
  /** Index of the entry, and its last name. */
  i: v.number(),
  n: v.string(),
  /** Seconds since 1970: when the link ends. */
  x: v.number(),
  /** 1: `s` and `e` are a share and its epoch; else a session of the owner and its epoch. */
  h: v.optional(v.number(), 0),
  s: v.string(),
  e: v.number(),
  /** Sealed password; '' for none. */
  p: v.string(),
});

/** The link ends with this: a session of the owner, or a share. */
export type EntryHolder =
  | { readonly kind: 'session'; readonly id: string; readonly epoch: number }
  | { readonly kind: 'share'; readonly id: string; readonly epoch: number };

export interface EntryClaims {
  readonly ownerId: UserId;
  readonly fileId: string;
  readonly contentKey: string;
  readonly index: number;
  readonly name: string;
  readonly expiresAtMs: number;
  readonly holder: EntryHolder;
  readonly secret: string;
}

export async function entryLink(
  { keyring, contentOrigin }: Pick<DriveDeps, 'keyring' | 'contentOrigin'>,
  claims: EntryClaims,
): Promise<string> {
  const { ownerId, fileId, contentKey, index, name, expiresAtMs, holder, secret } = claims;
  const token = await keyring.sign(PURPOSE, {
    o: ownerId,
    f: fileId,
    k: contentKey,
    i: index,
    n: name,
    p: secret,
    x: Math.floor(expiresAtMs / SECOND_MS),
    s: holder.id,
    e: holder.epoch,
    h: holder.kind === 'share' ? 1 : 0,
  });
  return `${contentOrigin}/a/${token}/${encodeURIComponent(name)}`;
}

/** The claims of a link that is ours and has not ended, or null. */
export async function verifyEntryLink(keyring: Keyring, token: string, nowMs: number): Promise<EntryClaims | null> {
  const parsed = v.safeParse(Payload, await keyring.verify(PURPOSE, token));
  if (!parsed.success || nowMs >= parsed.output.x * SECOND_MS) return null;
  const { o, f, k, i, n, x, h, s, e, p } = parsed.output;
  return {
    ownerId: o as UserId,
    fileId: f,
    contentKey: k,
    index: i,
    name: n,
    secret: p,
    expiresAtMs: x * SECOND_MS,
    holder: { kind: h === 1 ? 'share' : 'session', id: s, epoch: e },
  };
}
