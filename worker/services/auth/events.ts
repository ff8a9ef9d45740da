/** Handlers of events from auth's own objects: those that need a second object or a letter. Idempotent by the event's id. */

import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import { accountOf } from './core/account-part.ts';
import type { corePart } from './core/part.ts';
import type { AuthDeps } from './deps.ts';
import { freeIdentifier } from './identifier/reserved-identifier.ts';
import { directoryObjectName, NOTICE_LIFETIME_MS } from './keys.ts';
import type { operatorsPart } from './operators/part.ts';

export { onFactorsDue, onFactorsLeaving } from './operators/desk-acts.ts';

const left = v.object({ userId: v.string(), digest: v.string(), version: v.number() });
const reserved = v.object({ userId: v.string(), digest: v.string() });
const newDevice = v.object({ userId: v.string(), agent: v.string(), locale: v.picklist(LOCALES), atMs: v.number() });

/** `auth.identifier-left`: the directory deletes an identifier, unless its holder has claimed it again since. */
export async function onIdentifierLeft(deps: Pick<AuthDeps, 'directory'>, item: DomainEvent): Promise<void> {
  const { userId, digest, version } = v.parse(left, item.payload);
  unwrap(await deps.directory.getByName(directoryObjectName(digest)).forget(digest, userId, version));
}

/** `auth.identifier-reserved`: the directory deletes an identifier whose account was not made in time. */
export async function onIdentifierReserved(
  deps: Pick<AuthDeps, 'accounts' | 'directory'>,
  item: DomainEvent,
): Promise<void> {
  const { userId, digest } = v.parse(reserved, item.payload);
  // The account first: after that none can be made under the id, however late the call.
  if (unwrap(await accountOf<typeof corePart>(deps, userId).endUnmade())) await freeIdentifier(deps, digest, userId);
}

const factorsRemoved = v.object({ userId: v.string(), atMs: v.number() });

/** `auth.factors-removed`: a letter to the person, where the account has an address. */
export async function onFactorsRemoved(
  deps: Pick<AuthDeps, 'accounts'> & { mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'> },
  item: DomainEvent,
): Promise<void> {
  const { userId, atMs } = v.parse(factorsRemoved, item.payload);
  const account = unwrap(await accountOf<typeof operatorsPart>(deps, userId).deskAccount());
  if (!account || account.email === '' || !deps.mail.ready) return;
  await sendNotice(deps.mail, item.id, {
    kind: 'factors-removed',
    to: account.email,
    locale: account.language,
    writtenMs: atMs,
    lifeMs: NOTICE_LIFETIME_MS,
  });
}

/** `auth.new-device`: notifies the owner by mail, where the account has an address. */
export async function onNewDevice(
  deps: Pick<AuthDeps, 'accounts'> & { mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'> },
  item: DomainEvent,
): Promise<void> {
  const { userId, agent, locale, atMs } = v.parse(newDevice, item.payload);
  const person = unwrap(await accountOf<typeof corePart>(deps, userId).person());
  if (!person || person.email === '' || !deps.mail.ready) return;
  await sendNotice(deps.mail, item.id, {
    kind: 'new-device',
    to: person.email,
    locale,
    about: agent,
    writtenMs: atMs,
    lifeMs: NOTICE_LIFETIME_MS,
  });
}
