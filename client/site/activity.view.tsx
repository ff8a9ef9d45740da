/** An activity: what it is, when it runs, and what can be done today. And the page for one that does not run. */
import { CalendarDays, Gift, HeartHandshake, Sparkles, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';

export interface ActivityViewProps {
  readonly activity: 'christmas' | 'compensation' | 'black-friday';
  /** Epoch ms. */
  readonly startMs: number;
  /** Epoch ms of its end. */
  readonly endMs: number;
}

const WORDS = {
  christmas: { title: 'activity.christmas.title', lead: 'activity.christmas.lead', icon: Gift },
  compensation: { title: 'activity.compensation.title', lead: 'activity.compensation.lead', icon: HeartHandshake },
  'black-friday': { title: 'activity.black_friday.title', lead: 'activity.black_friday.lead', icon: Tag },
} as const;

export function ActivityView({ activity, startMs, endMs }: ActivityViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { title, lead, icon: Icon } = WORDS[activity];
  return (
    <article className="card relative overflow-hidden p-6 shadow-md sm:p-10">
      <div className="iridescent absolute inset-x-0 top-0 h-1.5" />
      <span className="grid h-14 w-14 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon size={28} aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-3xl">{t(title)}</h1>
      <p className="mt-4 text-lg text-muted">{t(lead)}</p>
      <p className="mt-6 flex items-start gap-3 font-semibold">
        <CalendarDays size={22} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
        <span>
          {t('activity.time', {
            start: format.date(startMs),
            // The last day, not the first one without it.
            end: format.date(endMs - 1),
          })}
        </span>
      </p>
      <section aria-labelledby="today" className="mt-8 border-t border-line pt-6">
        <h2 id="today" className="text-xl">
          {t('activity.today.title')}
        </h2>
        <p className="mt-3 text-muted">{t('activity.today.rewards')}</p>
        <p className="mt-3 text-muted">{t('activity.today.honest')}</p>
        <Button href={href('drive.all')} variant="primary" size="lg" className="mt-6 max-sm:w-full">
          {t('activity.open_drive')}
        </Button>
      </section>
    </article>
  );
}

export function ActivityEndView({ homeHref }: { homeHref: string }): ReactNode {
  const { t } = useT();
  return (
    <EmptyState
      level="h1"
      icon={<Sparkles size={28} aria-hidden="true" />}
      title={t('activity.end.title')}
      text={<p>{t('activity.end.text')}</p>}
      action={
        <Button variant="primary" href={homeHref}>
          {t('ui.shell.home')}
        </Button>
      }
    />
  );
}
