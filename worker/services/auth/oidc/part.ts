/** The part of sign-in by a provider. */
import type { AccountPart } from '../core/account-part.ts';
import { beginLink, listLinks, removeLink, signInByProvider, writeLink } from './account-links.ts';
import { dropHalfMade, makeLinkedAccount, openLinkedAccount, yieldToPerson } from './account-making.ts';

export const oidcPart = {
  calls: {
    providerLinks: listLinks,
    beginLink,
    writeLink,
    makeLinkedAccount,
    yieldToPerson,
    openLinkedAccount,
    signInByProvider,
    removeLink,
  },
  alarm: dropHalfMade,
} satisfies AccountPart;
