/** News that auth hears from its own objects: what needs a second object or a letter. Idempotent by the item's id. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { AuthDeps } from './deps.ts';
import { directoryObjectName, NOTICE_LIFETIME_MS } from './keys.ts';

const left = v.object({ userId: v.string(), digest: v.string(), version: v.number() });
const newDevice = v.object({ userId: v.string(), agent: v.string(), locale: v.picklist(LOCALES), atMs: v.number() });

/** `auth.identifier-left`: the directory forgets an identifier, unless its holder has claimed it again since. */
export async function onIdentifierLeft(deps: Pick<AuthDeps, 'directory'>, item: DomainEvent): Promise<void> {
  const { userId, digest, version } = v.parse(left, item.payload);
  unwrap(await deps.directory.getByName(directoryObjectName(digest)).forget(digest, userId, version));
}

/** `auth.new-device`: the owner is told by mail; an account without an address is told nothing. */
export async function onNewDevice(
  deps: Pick<AuthDeps, 'accounts'> & { mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'> },
  item: DomainEvent,
): Promise<void> {
  const { userId, agent, locale, atMs } = v.parse(newDevice, item.payload);
  const person = unwrap(await deps.accounts.getByName(userId).person());
  if (!person || person.email === '' || !deps.mail.ready) return;
  const { payload } = await deps.mail.prepare({
    kind: 'new-device',
    to: person.email,
    locale,
    code: '',
    about: agent,
    writtenMs: atMs,
    untilMs: atMs + NOTICE_LIFETIME_MS,
  });
  await deps.mail.deliver({ id: item.id, sealed: String(payload['sealed']) });
}
