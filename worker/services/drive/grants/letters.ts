/**
 * Letters about invitations and offers. `drive.grant-letter` { kind, atMs } comes from the drive of the person, once for each grant: the owner
 * does not learn whether there is an account, an address or a letter.
 */
import * as v from 'valibot';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';

const letter = v.object({ kind: v.picklist(['invited', 'folder-offered']), atMs: v.number() });

/** A letter that could not be sent for so long is dropped: the page shows the invitation. */
const LETTER_TTL_MS = DAY_MS;

export interface GrantLetterDeps {
  readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
  readonly auth: Pick<AuthService, 'letterBoxOf'>;
}

export async function onGrantLetter({ mail, auth }: GrantLetterDeps, item: DomainEvent): Promise<void> {
  const { kind, atMs } = v.parse(letter, item.payload);
  const box = mail.ready ? await auth.letterBoxOf(item.source) : null;
  if (!box) return;
  await sendNotice(mail, item.id, {
    kind,
    to: box.email,
    locale: box.locale,
    path: href('drive.common'),
    writtenMs: atMs,
    lifeMs: LETTER_TTL_MS,
  });
}
