/** Pages of activities, the page of their end, and the guard between them. The document `activity_operation` has their times. */
import type { Context } from 'hono';
import { ActivityEndView, ActivityView } from '#client/site/activity.view.tsx';
import { activityOf, isRunning } from '#shared/config/activity-operation.ts';
import { valueFor } from '#shared/config/config-document.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { homeHref, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { toTheEnd } from './to-the-end.ts';

const TITLES = {
  christmas: ['activity.christmas.title', 'activity.christmas.lead'],
  compensation: ['activity.compensation.title', 'activity.compensation.lead'],
  'black-friday': ['activity.black_friday.title', 'activity.black_friday.lead'],
} as const;

/** Without a user: these pages are the same for every visitor of one language. */
async function runningActivity(c: Context<AppEnv>, { documents, clock }: Pick<PageDeps, 'documents' | 'clock'>) {
  const activity = activityOf(c.get('path'));
  if (!activity) return null;
  const ask = { language: c.get('locale'), client: WEB_CLIENT, person: '' };
  const times = valueFor(await documents.live('activity_operation'), ask)[activity];
  return isRunning(times, clock.nowMs()) ? { activity, times } : null;
}

/** Guard `activity-end`: only a running activity has a page. */
export async function guardActivity(c: Context<AppEnv>, deps: PageDeps): Promise<Response | null> {
  return (await runningActivity(c, deps)) ? null : toTheEnd(c);
}

export const activityPage: PublicHandler = async (c, deps) => {
  const running = await runningActivity(c, deps);
  // The activity ended after its guard ran.
  if (!running) return toTheEnd(c);
  const { t } = translatorOf(c.get('locale'));
  const { activity, times } = running;
  const [title, lead] = [t(TITLES[activity][0]), t(TITLES[activity][1])];
  return publicPage(
    c,
    deps,
    {
      title,
      description: lead,
      // Not cached: the page must be gone the moment the activity ends.
      headers: { 'cache-control': 'private, no-store' },
      structured: [
        {
          '@type': 'Event',
          name: title,
          description: lead,
          startDate: times.start,
          endDate: times.end,
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: { '@type': 'VirtualLocation', url: deps.config.appOrigin },
        },
      ],
    },
    <ActivityView activity={activity} startMs={Date.parse(times.start)} endMs={Date.parse(times.end)} />,
  );
};

export const activityEndPage: PublicHandler = (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('activity.end.title'), description: t('activity.end.text'), noindex: true },
    <ActivityEndView homeHref={homeHref(c)} />,
  );
};
