/** PublishedSettings texts of the operators for the frame of a page. Provided by the server only. */
import { createContext, type ReactNode, useContext } from 'react';
import type { PublishedSettings } from '#shared/published.ts';

const NOTHING: PublishedSettings = { notice: null, isNoticeClosed: false, supportEmail: '', here: '/' };

const PublishedContext = createContext<PublishedSettings>(NOTHING);

export function PublishedProvider({
  published,
  children,
}: {
  published: PublishedSettings;
  children: ReactNode;
}): ReactNode {
  return <PublishedContext value={published}>{children}</PublishedContext>;
}

export function usePublished(): PublishedSettings {
  return useContext(PublishedContext);
}
