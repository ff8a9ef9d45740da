/** The part of links to sign-in providers: their table. */
import type { AccountPart } from '../core/account-part.ts';
import { PROVIDER_LINK_MIGRATION } from './links.store.ts';

export const providerPart = {
  tables: { 16: PROVIDER_LINK_MIGRATION },
} satisfies AccountPart;
