/** The daily check-in: today, the rewards of a series, and the days of this month. One plain form; a visitor is led to sign-in. */
import { CalendarCheck, Check, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { CheckInResult } from '#shared/membership/check-in.rules.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';
import { useLocalHref } from './local-href.ts';

/** The check-ins of the signed-in person. */
export interface OwnCheckIns {
  readonly result: CheckInResult;
  readonly streak: number;
  /** Today in the person's zone, `2026-11-26`. */
  readonly day: string;
  readonly zone: string;
  /** Dates that were taken. */
  readonly taken: readonly string[];
  /** The reward of today; null for none, and before it is taken. */
  readonly received: GrantItem | null;
  /** When the next day counts after a change of zone, epoch ms; else 0. */
  readonly opensMs: number;
}

export interface CheckInViewProps {
  /** The reward of each day of a series. */
  readonly days: readonly (GrantItem | null)[];
  /** Null for a visitor. */
  readonly own: OwnCheckIns | null;
  /** Path of this page, which the form posts to. */
  readonly here: string;
  /** A whole sentence; '' for none. */
  readonly refusal: string;
}

export function CheckInView({ days, own, here, refusal }: CheckInViewProps): ReactNode {
  const { t } = useT();
  const localHref = useLocalHref();
  return (
    <div className={own ? 'drive-page gap-6' : 'mx-auto grid w-full max-w-2xl gap-8'}>
      <div>
        {own ? null : (
          <div className="badge-icon mb-5">
            <CalendarCheck size={28} aria-hidden="true" />
          </div>
        )}
        <h1 className={own ? 'page-title' : 'site-title'}>{t('site.check_in.title')}</h1>
        <p className={classes('text-muted', own ? 'mt-1' : 'mt-3 text-lg')}>{t('site.check_in.lead')}</p>
      </div>
      {refusal === '' ? null : <Notice tone="warn">{refusal}</Notice>}
      {own ? <Today own={own} here={here} /> : <SignedOut here={here} />}
      <Series days={days} own={own} />
      {own ? <Month own={own} /> : null}
      <p className="text-muted">
        {t('site.check_in.rules')}{' '}
        <a className="link" href={localHref('site.check-in-guide')}>
          {t('site.check_in.guide')}
        </a>
      </p>
    </div>
  );
}

function SignedOut({ here }: { here: string }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">{t('site.check_in.out.title')}</h2>
      <p className="mt-2 text-muted">{t('site.check_in.out.text')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button href={`${href('auth.sign-in')}?${new URLSearchParams({ next: here })}`} variant="primary">
          {t('ui.shell.sign_in')}
        </Button>
        <Button href={href('auth.sign-up')}>{t('site.check_in.sign_up')}</Button>
      </div>
    </Card>
  );
}

function Today({ own, here }: { own: OwnCheckIns; here: string }): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const format = useFormat();
  const { result, streak, received, opensMs, zone } = own;
  const streakText = streak === 0 ? t('site.check_in.streak.none') : tn('site.check_in.streak', streak);
  return (
    <Card className="p-5 sm:p-6" data-check-in={result}>
      <h2 className="text-lg">
        {t(
          result === 'success'
            ? 'site.check_in.done.title'
            : result === 'init'
              ? 'site.check_in.wait.title'
              : 'site.check_in.free.title',
        )}
      </h2>
      {result === 'success' && received ? (
        <p className="mt-2 flex items-start gap-2 font-semibold">
          <Gift size={20} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
          <span>{t('site.check_in.received', { reward: productName(received, translator, format) })}</span>
        </p>
      ) : null}
      <p className="mt-2 text-muted">{streakText}</p>
      {result === 'success' ? <p className="mt-1 text-muted">{t('site.check_in.done.text')}</p> : null}
      {result === 'init' ? (
        <p className="mt-1 text-muted">{t('site.check_in.wait.text', { time: format.dateAndTime(opensMs) })}</p>
      ) : null}
      {result === '' || result === 'toget' ? (
        <form method="post" action={here} data-guard className="mt-5">
          <Button type="submit" variant="primary" size="lg" className="max-sm:w-full">
            {t('site.check_in.button')}
          </Button>
        </form>
      ) : null}
      <p className="mt-4 text-sm text-muted">{t('site.check_in.zone', { zone: zone.replaceAll('_', ' ') })}</p>
    </Card>
  );
}

/** Where a day of the series stands for the person. */
function stateOf(own: OwnCheckIns | null, place: number, length: number): 'done' | 'next' | 'later' {
  if (!own) return 'later';
  const isTaken = own.result === 'success';
  // The last day stays shown as taken until the next series begins.
  const done = isTaken && own.streak > 0 ? ((own.streak - 1) % length) + 1 : own.streak % length;
  if (place < done) return 'done';
  return place === done && !isTaken ? 'next' : 'later';
}

function Series({ days, own }: Pick<CheckInViewProps, 'days' | 'own'>): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  return (
    <section aria-labelledby="series">
      <h2 id="series" className="text-lg">
        {t('site.check_in.series')}
      </h2>
      <ol className="mt-4 grid gap-2 sm:grid-cols-2">
        {days.map((item, place) => {
          const state = stateOf(own, place, days.length);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is named by its place.
              key={place}
              data-day={state}
              className={classes('card flex items-start gap-3 p-4', state === 'next' && 'border-accent')}
            >
              <span
                className={classes(
                  'grid h-8 w-8 flex-none place-items-center rounded-full text-sm font-semibold',
                  state === 'done' ? 'bg-accent-soft text-accent' : 'border border-line',
                )}
              >
                {state === 'done' ? <Check size={18} aria-hidden="true" /> : format.number(place + 1)}
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">
                  {t('site.check_in.day', { day: format.number(place + 1) })}
                  {state === 'done' ? <span className="sr-only">, {t('site.check_in.taken')}</span> : null}
                </span>
                <span className="block text-muted">
                  {item ? productName(item, translator, format) : t('site.check_in.no_reward')}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Dates of the month that holds `day`. */
function datesOfMonth(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${day.slice(0, 8)}${String(at + 1).padStart(2, '0')}`);
}

function Month({ own: { day: today, taken } }: { own: OwnCheckIns }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const days = new Set(taken);
  const dates = datesOfMonth(today);
  return (
    <section aria-labelledby="month">
      <h2 id="month" className="text-lg">
        {t('site.check_in.month')}
      </h2>
      <p className="mt-2 text-muted">
        {tn('site.check_in.month.count', dates.filter((date) => days.has(date)).length)}
      </p>
      <ul className="mt-4 grid grid-cols-7 gap-1 sm:max-w-md">
        {dates.map((date) => (
          <li
            key={date}
            aria-current={date === today ? 'date' : undefined}
            className={classes(
              'grid aspect-square place-items-center rounded-md text-sm',
              days.has(date) ? 'bg-accent-soft font-semibold text-accent' : 'text-muted',
              date === today && 'border border-accent',
            )}
          >
            <span>
              {format.number(Number(date.slice(8)))}
              {days.has(date) ? <span className="sr-only">, {t('site.check_in.taken')}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
