/**
 * Sends a link to one mail address. No relay for spam: the text is fixed and has nothing of the sender but the public name and the link,
 * an address gets the same link once a day and few links of all persons together, and a person sends few letters a day.
 */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { ShareId } from '#shared/ids.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { href } from '#shared/routes.ts';
import { OPEN_STATUSES } from '#shared/share/model.ts';
import { DAY_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import { ownLink } from './own-links.ts';
import { sender } from './sender.ts';

/**
 * A second call for the same address changes nothing for a day.
 * @throws AppError unavailable without mail; invalid_argument; not_found for a link that is not open; too_many_requests
 */
export async function mailLink(
  parts: ShareParts,
  caller: Caller,
  { shareId, email }: { readonly shareId: ShareId; readonly email: string },
  call: CallContext,
): Promise<void> {
  if (!parts.mail.ready) throw new AppError('unavailable', { reason: 'mail_off', messageKey: 'share.mail.off' });
  const to = mailAddressIn(email);
  if (!isEmail(to))
    throw new AppError('invalid_argument', { reason: 'email', field: 'email', messageKey: 'auth.email.invalid' });
  const [link, shown] = await Promise.all([ownLink(parts, caller, shareId, call), sender(parts, caller, call)]);
  if (!OPEN_STATUSES.some((status) => status === link.link_status))
    throw new AppError('not_found', { reason: 'share_closed', field: 'share_id' });
  const mac = await parts.keyring.mac(KEY_PURPOSE.mailed, `${shareId}:${to.toLowerCase()}`);
  const letter = await parts.mail.prepare({
    kind: 'link-sent',
    to,
    locale: call.locale,
    code: '',
    path: href('share.open', { shareId }),
    about: shown.chosen ? shown.nickname : '',
    writtenMs: call.nowMs,
    untilMs: call.nowMs + DAY_MS,
  });
  unwrap(
    await registryOf(parts, caller.userId).mailLink(callerData(caller), { mark: toHex(mac.slice(0, 16)), letter }),
  );
}
