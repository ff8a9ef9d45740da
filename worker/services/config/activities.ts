/** The document `activity_operation` as clients get it: times of each, texts in one language, credits that everyone may see. */
import { activitiesOf, activityTexts, type Credit, creditTitle, type LiveActivity } from '#shared/config/activities.ts';
import type { ActivityOperation } from '#shared/config/activity-operation.ts';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { wireTime } from '#shared/units.ts';

const times = ({ open, start, end }: Pick<ActivityOperation['christmas'], 'open' | 'start' | 'end'>) => ({
  open,
  start,
  end,
});

function wireActivity(activity: LiveActivity, format: Format) {
  const { name, isOpen: open, startMs, endMs, template, picture, credits } = activity;
  const texts = activityTexts(activity, format);
  return {
    name,
    open,
    template,
    picture,
    start: wireTime(startMs),
    end: wireTime(endMs),
    url: href('activity.other', { activity: name }),
    title: texts?.title ?? '',
    lead: texts?.lead ?? '',
    rewards: credits
      .filter(({ isListed }) => isListed)
      .map((credit: Credit) => ({
        type: credit.type,
        title: creditTitle(credit, format),
        free_days: credit.days,
        start: wireTime(credit.startMs),
        end: wireTime(credit.endMs),
      })),
  };
}

export function wireActivities(document: ActivityOperation, language: Locale) {
  const format = makeFormat(language);
  return {
    christmas: times(document.christmas),
    compensation: times(document.compensation),
    'black-friday': times(document['black-friday']),
    activities: activitiesOf(document).map((activity) => wireActivity(activity, format)),
  };
}
