/** Lists and removes the links of a person to sign-in providers. */

import { unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import { ownPerson } from '../person/own-person.ts';
import type { oidcPart } from './part.ts';

export interface ProviderLink {
  readonly linkId: string;
  /** '' for a provider that the settings do not name any more. */
  readonly providerId: string;
  /** Its host then. */
  readonly providerName: string;
  readonly issuer: string;
  /** Address or name at the provider; '' when it gives none. */
  readonly label: string;
  readonly createdMs: number;
  readonly usedMs: number;
}

/** Oldest first. @throws AppError unauthenticated */
export async function providerLinks(parts: AuthParts, caller: Caller): Promise<readonly ProviderLink[]> {
  const { providers } = parts.providers;
  const links = unwrap(await accountOf<typeof oidcPart>(parts, caller.userId).providerLinks(caller));
  return links.map(({ linkId, issuer, label, createdMs, usedMs }) => {
    const provider = providers.find((each) => new URL(each.issuer).href === issuer);
    const name = provider?.name ?? URL.parse(issuer)?.host ?? issuer;
    return { linkId, providerId: provider?.id ?? '', providerName: name, issuer, label, createdMs, usedMs };
  });
}

/** Notifies the owner by mail. @throws AppError as readSudo; not_found; failed_precondition for the last way to sign in */
export async function removeProviderLink(
  parts: AuthParts,
  input: { linkId: string; sudoToken: string },
  caller: Caller,
  call: CallContext,
): Promise<void> {
  const person = await ownPerson(parts, caller);
  await readSudo(parts, input.sudoToken, caller);
  const letter = await noticeTo(parts, person, { kind: 'provider-removed' }, call);
  unwrap(await accountOf<typeof oidcPart>(parts, caller.userId).removeLink(caller, input.linkId, letter));
}
