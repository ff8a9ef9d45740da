/**
 * Names of archives that are read in one pass and do not say the encoding of their names. A list guesses it from all of them; a walk from
 * the first that leaves it open, where no list came before.
 */
import { makeNameDecoder, type NameDecoder, type NameReading } from '#shared/drive/archive/entry-names.ts';
import type { ArchiveEntry, WalkedEntry } from './archive.ts';

export type WalkedName = Pick<WalkedEntry, 'path' | 'nameEncoding' | 'rawName'>;
export type WalkNames = (raw: Uint8Array, isUtf8: boolean) => WalkedName;

export function makeWalkNames(reading: NameReading): WalkNames {
  const unnamed = makeNameDecoder([], reading);
  let decode: NameDecoder | null = reading.encoding ? unnamed : null;
  return (raw, isUtf8) => {
    const known = decode ?? unnamed;
    const name = known(raw, isUtf8, null);
    if (name.encoding === null) return { path: name.path, nameEncoding: null };
    decode ??= makeNameDecoder([raw], reading);
    const { path, encoding } = decode(raw, isUtf8, null);
    return { path, nameEncoding: encoding, rawName: raw.slice() };
  };
}

/** The entries of a walk, their names read in one encoding. */
export function withNames(
  walked: readonly (ArchiveEntry & Pick<WalkedEntry, 'rawName'>)[],
  reading: NameReading,
): ArchiveEntry[] {
  const decode = makeNameDecoder(
    walked.flatMap(({ rawName }) => rawName ?? []),
    reading,
  );
  return walked.map(({ rawName, ...entry }) => {
    if (!rawName) return entry;
    const { path, encoding } = decode(rawName, false, null);
    return { ...entry, path, nameEncoding: encoding };
  });
}
