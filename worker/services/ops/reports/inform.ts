/** Informs the owner of a link and the people who reported it about a decision. Letters have fixed ids: a repeat is the same mail. */

import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { LetterKind } from '#shared/mail/letter-kinds.ts';
import { href } from '#shared/routes.ts';
import { isClosing, REASON_KEYS, type ReportReason } from '#shared/share/reports.ts';
import { sendNotice } from '#worker/services/mail/service.ts';
import { LETTER_TTL_MS } from '../keys.ts';
import type { ReportDeps } from './deps.ts';
import type { Case, Decision } from './model.ts';
import { reportsOf } from './part.ts';

const localeOf = (tag: string): Locale => LOCALES.find((each) => each === tag) ?? DEFAULT_LOCALE;

/** @throws Error when a letter was not accepted; the event comes again */
export async function inform(deps: ReportDeps, found: Case): Promise<void> {
  const [last] = found.decisions;
  if (!last) return;
  await informOwner(deps, found, last);
  for (const { reporter, email, locale, shareId, isAnswered } of found.people) {
    if (email === '' || isAnswered) continue;
    await send(deps, { id: `report-${shareId}-${reporter.slice(0, 16)}`, kind: 'report-answered', to: email, locale });
    unwrap(await reportsOf(deps).setReportAnswered(shareId, reporter));
  }
}

async function informOwner(deps: ReportDeps, found: Case, { act, seq, ground, atMs }: Decision): Promise<void> {
  // A link that stays open concerns only the people who reported it.
  if (act === 'none') return;
  const ownerId = asUserId(found.ownerId);
  const { shareId } = found;
  if (act !== 'uphold')
    await deps.drive.setLinkNotice(ownerId, {
      shareId,
      seq,
      ground,
      atMs,
      kind: isClosing(act) ? 'closed' : 'opened',
    });
  const kind = isClosing(act) ? 'link-closed' : act === 'restore' ? 'link-opened' : 'link-upheld';
  await deps.drive.notifyPerson(ownerId, { id: `case-${shareId}-${seq}`, kind, data: { shareId } });
  const to = await deps.auth.emailOf(ownerId);
  if (to === '') return;
  const path = href('share.decision', { shareId });
  await send(deps, { id: `case-${shareId}-${seq}`, kind, to, locale: found.locale, path, ground });
}

async function send(
  { mail, clock }: ReportDeps,
  letter: { id: string; kind: LetterKind; to: string; locale: string; path?: string; ground?: ReportReason },
): Promise<void> {
  if (!mail.ready) return;
  const { id, kind, to, path, ground } = letter;
  const locale = localeOf(letter.locale);
  const { t } = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  await sendNotice(mail, id, {
    kind,
    to,
    locale,
    writtenMs: clock.nowMs(),
    lifeMs: LETTER_TTL_MS,
    ...(path === undefined ? {} : { path }),
    ...(ground === undefined ? {} : { about: t(REASON_KEYS[ground]) }),
  });
}
