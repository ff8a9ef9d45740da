/** The folder as a playlist: its videos or its audio files, in the order of the folder. */
import { make } from '../element.ts';
import { kindOf } from '../kinds.rules.ts';
import type { PreviewItem, ShowContext } from '../preview-types.ts';

export interface Playlist {
  readonly element: HTMLElement;
  /** The next or the one before; undefined at an end. */
  near(step: 1 | -1): PreviewItem | undefined;
  readonly isSingle: boolean;
}

/** Entries that are drawn around the current one. */
const DRAWN = 100;

export function makePlaylist({ host, item, showItem }: ShowContext, kind: 'video' | 'audio'): Playlist {
  const items = host.items().filter((one) => kindOf(one).kind === kind);
  const at = items.findIndex(({ id }) => id === item.id);
  const first = Math.max(0, at - DRAWN / 2);
  const list = make('ol', { class: 'viewer-playlist', 'aria-label': host.translator.t('preview.playlist') });
  for (const one of items.slice(first, first + DRAWN)) {
    const isCurrent = one.id === item.id;
    const button = make('button', { type: 'button', 'aria-current': isCurrent ? 'true' : null }, one.name);
    button.addEventListener('click', () => {
      if (!isCurrent) showItem(one.id);
    });
    list.append(make('li', {}, button));
  }
  return {
    element: list,
    near: (step) => (at < 0 ? undefined : items[at + step]),
    isSingle: items.length < 2,
  };
}
