/**
 * Playlists of HTTP live streaming in a drive: their segments are files of the same folder. An address of another place is refused, so that
 * the player contacts no other server. Pure, linear. Source: RFC 8216, section 4.
 */

/** 1 MiB; a film of hours has a few hundred kilobytes. */
export const PLAYLIST_BYTES = 1_048_576;
/** Each segment costs one call for its link. */
export const MAX_SEGMENTS = 500;

/** Name of a file in the same folder; '' for any other address. */
function siblingOf(address: string): string {
  if (!/^(\.\/)?[^/\\:?#]+$/.test(address)) return '';
  try {
    return decodeURIComponent(address.replace(/^\.\//, ''));
  } catch {
    return '';
  }
}

/** Names of the files that a playlist needs; null where it names another place, or is none. */
export function segmentsOf(text: string): readonly string[] | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') return null;
  // Keys, maps and other renditions are addresses inside of tags.
  if (lines.some((line) => line.startsWith('#') && /URI=/i.test(line))) return null;
  const names = lines.filter((line) => line !== '' && !line.startsWith('#')).map(siblingOf);
  return names.length === 0 || names.length > MAX_SEGMENTS || names.includes('') ? null : names;
}

/** The playlist with the links of its segments. @param linkOf  by name */
export function withLinks(text: string, linkOf: ReadonlyMap<string, string>): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const trimmed = line.trim();
      return trimmed === '' || trimmed.startsWith('#') ? trimmed : (linkOf.get(siblingOf(trimmed)) ?? '');
    })
    .join('\n');
}
