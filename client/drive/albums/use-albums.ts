/** The list of albums as a page or a dialog shows it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api/errors.ts';
import type { AlbumCard } from './album-card.ts';
import type { AlbumApi } from './albums.api.ts';

export type AlbumsStatus = 'loading' | 'ready' | 'failed' | 'offline' | 'ended';

export interface Albums {
  readonly status: AlbumsStatus;
  readonly cards: readonly AlbumCard[];
  /** @param isQuiet  keeps what is shown, also where it fails */
  read(isQuiet: boolean): Promise<void>;
}

/** @param isOnline  whether the browser has a connection */
export function useAlbums(api: AlbumApi, isOnline: () => boolean): Albums {
  const [shown, setShown] = useState<Pick<Albums, 'status' | 'cards'>>({ status: 'loading', cards: [] });
  const turn = useRef(0);
  const read = useCallback(
    async (isQuiet: boolean) => {
      turn.current += 1;
      const mine = turn.current;
      if (!isQuiet) setShown({ status: 'loading', cards: [] });
      try {
        const cards = await api.list();
        if (mine === turn.current) setShown({ status: 'ready', cards });
      } catch (error) {
        if (mine !== turn.current) return;
        const isEnded = error instanceof ApiError && error.errorName === 'unauthenticated';
        const status = isEnded ? 'ended' : isOnline() ? 'failed' : 'offline';
        setShown((before) => (isQuiet && !isEnded && before.status === 'ready' ? before : { status, cards: [] }));
      }
    },
    [api, isOnline],
  );
  useEffect(() => {
    void read(false);
    return () => {
      turn.current += 1;
    };
  }, [read]);
  return { ...shown, read };
}
