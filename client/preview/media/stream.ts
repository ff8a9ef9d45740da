/** A playlist of live streaming as an address for the player: a copy of it whose segments are links to files of the folder. */
import { readAll, withFreshLink } from '../content.ts';
import { PreviewError } from '../preview-error.ts';
import type { ShowContext } from '../preview-types.ts';
import { PLAYLIST_BYTES, segmentsOf, withLinks } from './playlist.rules.ts';

const MIME = 'application/vnd.apple.mpegurl';

/** @returns an address to revoke. @throws PreviewError */
export async function openStream({ host, link, signal }: ShowContext, player: HTMLMediaElement): Promise<string> {
  if (player.canPlayType(MIME) === '') throw new PreviewError('codec');
  const bytes = await withFreshLink(link, (url) => readAll(url, PLAYLIST_BYTES, signal, () => undefined));
  const text = new TextDecoder().decode(bytes);
  const files = new Map(host.items().map((item) => [item.name, item]));
  const links = new Map<string, string>();
  for (const name of segmentsOf(text) ?? []) {
    const file = files.get(name);
    if (!file) throw new PreviewError('codec');
    links.set(name, await host.link(file, false));
    if (signal.aborted) throw signal.reason;
  }
  if (links.size === 0) throw new PreviewError('codec');
  return URL.createObjectURL(new Blob([withLinks(text, links)], { type: MIME }));
}
