/** Published texts of the operators for the frame of a page. Provided by the server only. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Published } from '#shared/published.ts';

const NOTHING: Published = { notice: null, isNoticeClosed: false, supportEmail: '', here: '/' };

const PublishedContext = createContext<Published>(NOTHING);

export function PublishedProvider({ published, children }: { published: Published; children: ReactNode }): ReactNode {
  return <PublishedContext value={published}>{children}</PublishedContext>;
}

export function usePublished(): Published {
  return useContext(PublishedContext);
}
