/** Media keys of the device and its lock screen. */

export interface MediaKeys {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Address of the cover; '' for none. */
  readonly cover: string;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

const ACTIONS = ['play', 'pause', 'previoustrack', 'nexttrack', 'seekto', 'seekbackward', 'seekforward'] as const;
const SEEK_SECONDS = 10;

/** @returns gives the keys back */
export function takeMediaKeys(player: HTMLMediaElement, keys: MediaKeys): () => void {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  if (!session) return () => undefined;
  const { title, artist, album, cover } = keys;
  session.metadata = new MediaMetadata({ title, artist, album, artwork: cover === '' ? [] : [{ src: cover }] });
  const seek = (by: number) => {
    player.currentTime = Math.max(0, player.currentTime + by);
  };
  const handlers: Readonly<Record<(typeof ACTIONS)[number], MediaSessionActionHandler | null>> = {
    play: () => void player.play().catch(() => undefined),
    pause: () => player.pause(),
    previoustrack: keys.previous,
    nexttrack: keys.next,
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined && seekTime !== null) player.currentTime = seekTime;
    },
    seekbackward: ({ seekOffset }) => seek(-(seekOffset ?? SEEK_SECONDS)),
    seekforward: ({ seekOffset }) => seek(seekOffset ?? SEEK_SECONDS),
  };
  const put = (action: (typeof ACTIONS)[number], handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // The browser lacks this action.
    }
  };
  for (const action of ACTIONS) put(action, handlers[action]);
  return () => {
    for (const action of ACTIONS) put(action, null);
    session.metadata = null;
  };
}
