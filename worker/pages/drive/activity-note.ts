/** The running activity that operators tell people of in the drive, and whether this browser has shown it. */
import type { Context } from 'hono';
import { activitiesOf, isRunning } from '#shared/config/activities.ts';
import { activityNoteId, closedNotes } from '#shared/config/notice.ts';
import type { ActivityNote } from '#shared/islands.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { textsOf } from '../site/activity.page.tsx';

/** @returns the first one; null for none */
export async function activityNote(
  c: Context<AppEnv>,
  { claims, clock }: Pick<PageDeps, 'claims' | 'clock'>,
): Promise<ActivityNote | null> {
  const locale = c.get('locale');
  const nowMs = clock.nowMs();
  const all = activitiesOf(await claims.activities(locale));
  const activity = all.find((each) => each.hasPopup && isRunning(each, nowMs));
  if (!activity) return null;
  const { title, lead } = textsOf(translatorOf(locale), activity, makeFormat(locale, timeZoneOf(c)));
  const id = activityNoteId(activity.name);
  const isNew = !closedNotes(c.get('cookies')).includes(id);
  return { id, title, lead, href: joinLocale(locale, href('activity.other', { activity: activity.name })), isNew };
}
