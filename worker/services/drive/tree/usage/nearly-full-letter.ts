/** Letters about storage and traffic that are nearly used up: storage at most once in 30 days, traffic once a month and kind. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { monthEnd } from '#shared/membership/calendar.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import { notifyPerson } from '../../bell/bell.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import { WARNED_OF } from '../../entitlement/full-mark.ts';
import type { treePart } from '../part.ts';

const nearlyFull = v.object({ what: v.picklist(WARNED_OF) });

/** A later warning is of no use. */
const LETTER_TTL_MS = 2 * DAY_MS;

export async function onNearlyFull(
  deps: Pick<DriveDeps, 'drives' | 'plans' | 'clock'> & {
    readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
    readonly auth: Pick<AuthService, 'letterBoxOf'>;
  },
  item: DomainEvent,
): Promise<void> {
  const { mail, auth, clock } = deps;
  const { what } = v.parse(nearlyFull, item.payload);
  const full = unwrap(await driveOf<typeof treePart>(deps, item.source).fullness(what, await deps.plans()));
  if (!full) return;
  const nowMs = clock.nowMs();
  const { usedBytes, limitBytes, period } = full;
  // The log of letters and the drive know this id for 30 days: however often the mark is passed, it is one letter.
  const id = `nearly-full-${item.source}-${what}${period}`;
  const data = { about: what, usedBytes, limitBytes, dateMs: monthEnd(nowMs) };
  await notifyPerson(deps, item.source, { id, kind: what === 'storage' ? 'storage-full' : 'traffic-full', data });
  const box = mail.ready ? await auth.letterBoxOf(item.source) : null;
  if (!box) return;
  await sendNotice(mail, id, {
    kind: what === 'storage' ? 'storage-full' : 'traffic-full',
    to: box.email,
    locale: box.locale,
    path: href('drive.storage'),
    ...data,
    writtenMs: nowMs,
    lifeMs: LETTER_TTL_MS,
  });
}
