/** PublishedSettings texts of the operators for the frame of a page. Provided by the server only. */
import { createContext, type ReactNode, useContext } from 'react';
import type { PublishedSettings, ShownLook } from '#shared/published.ts';

const PLAIN_LOOK: ShownLook = {
  kind: 'everyone',
  name: 'Magpie',
  logo: null,
  mark: '',
  footer: '',
  agreementHref: '',
  privacyHref: '',
};
const NOTHING: PublishedSettings = {
  look: PLAIN_LOOK,
  host: '',
  notice: null,
  isNoticeClosed: false,
  supportEmail: '',
  here: '/',
};

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
