/** Ends of links to sign-in providers that their person does not ask for. */

import { type AccountCore, publishAddressLeft } from '../core/account-core.ts';
import { nextVersion } from '../core/claim.store.ts';
import * as links from './links.store.ts';

/** The account is erased: its subjects are free. Call inside the transaction. */
export function releaseLinks(core: AccountCore, clockMs: number): void {
  for (const { digest } of links.loadLinks(core.sql))
    publishAddressLeft(core, digest, Number.MAX_SAFE_INTEGER, clockMs);
}

/** Deletes links made since then: the owner may not have made them. Call inside the transaction. */
export function dropLinksSince(core: AccountCore, sinceMs: number, clockMs: number): void {
  for (const digest of links.dropLinksSince(core.sql, sinceMs))
    publishAddressLeft(core, digest, nextVersion(core.sql), clockMs);
}

/** Deletes every link. Call inside the transaction. */
export function dropAllLinks(core: AccountCore, clockMs: number): void {
  dropLinksSince(core, 0, clockMs);
}
