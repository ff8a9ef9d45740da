/** An activity: what it is, when it runs, and what a person takes there once. And the page for one that does not run. */
import { CalendarDays, Gift, HeartHandshake, Sparkles, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { ActivityTemplate } from '#shared/config/activity-operation.ts';
import { href } from '#shared/routes.ts';
import { ActivityCredits, type CreditsProps } from './activity-credits.view.tsx';

export interface ActivityViewProps extends CreditsProps {
  readonly template: ActivityTemplate;
  readonly title: string;
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** '' for none. */
  readonly picture: string;
  /** Epoch ms. */
  readonly startMs: number;
  /** Epoch ms of its end. */
  readonly endMs: number;
  /** A whole sentence; '' for none. */
  readonly refusal: string;
  /** Of its title; h2 in a preview, whose page has a first heading. */
  readonly level?: 'h1' | 'h2';
}

const ICONS = { gift: Gift, credit: HeartHandshake, offer: Tag, notice: Sparkles } as const;

export function ActivityView(props: ActivityViewProps): ReactNode {
  const {
    template,
    title,
    lead,
    paragraphs,
    picture,
    startMs,
    endMs,
    refusal,
    level: Title = 'h1',
    ...credits
  } = props;
  const { t } = useT();
  const format = useFormat();
  const Icon = ICONS[template];
  return (
    <article className="card relative overflow-hidden shadow-md">
      <div className="iridescent absolute inset-x-0 top-0 h-1.5" />
      {picture === '' ? null : (
        <img src={picture} alt="" width={1152} height={384} className="aspect-[3/1] w-full object-cover" />
      )}
      <div className="p-6 sm:p-10">
        <span className="grid h-14 w-14 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon size={28} aria-hidden="true" />
        </span>
        <Title className="mt-5 break-words text-3xl">{title}</Title>
        <p className="mt-4 break-words text-lg text-muted">{lead}</p>
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
        {paragraphs.map((text) => (
          <p key={text} className="mt-5 whitespace-pre-line break-words">
            {text}
          </p>
        ))}
        {refusal === '' ? null : (
          <Notice tone="warn" className="mt-6">
            {refusal}
          </Notice>
        )}
        {credits.credits.length > 0 ? <ActivityCredits {...credits} /> : <Today template={template} />}
        <div className="mt-6 flex flex-wrap gap-3">
          {template === 'offer' ? (
            <Button href={href('drive.payment')} variant="primary" size="lg" className="max-sm:w-full">
              {t('activity.plans')}
            </Button>
          ) : null}
          <Button href={href('drive.all')} size="lg" className="max-sm:w-full">
            {t('activity.open_drive')}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** Without anything to take. */
function Today({ template }: { template: ActivityTemplate }): ReactNode {
  const { t } = useT();
  if (template === 'notice') return null;
  return (
    <section aria-labelledby="today" className="mt-8 border-t border-line pt-6">
      <h2 id="today" className="text-xl">
        {t('activity.today.title')}
      </h2>
      <p className="mt-3 text-muted">{t('activity.today.rewards')}</p>
      <p className="mt-3 text-muted">{t('activity.today.honest')}</p>
    </section>
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
