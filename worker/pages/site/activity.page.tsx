/**
 * Pages of activities, the page of their end, and the guard between them. The document `activity_operation` has times, texts and
 * rewards. A reward is taken by a form, so it works without script.
 */
import type { Context } from 'hono';
import { ActivityEndView, ActivityView } from '#client/site/activity.view.tsx';
import type { ShownCredit } from '#client/site/activity-credits.view.tsx';
import {
  type ActivityTexts,
  activityTexts,
  type Credit,
  creditTitle,
  type FoundCredit,
  findActivity,
  isRunning,
  type LiveActivity,
  refusalOfClaim,
} from '#shared/config/activities.ts';
import type { Activity } from '#shared/config/activity-operation.ts';
import { AppError } from '#shared/errors.ts';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { OwnCredit } from '#worker/services/membership/service.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { pictureOf } from '../render/published.ts';
import { homeHref, timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from './error.page.tsx';
import { toTheEnd } from './to-the-end.ts';

/** Characters of a type. */
const TYPE_CHARS = 64;

const TEXTS = {
  christmas: ['activity.christmas.title', 'activity.christmas.lead'],
  compensation: ['activity.compensation.title', 'activity.compensation.lead'],
  'black-friday': ['activity.black_friday.title', 'activity.black_friday.lead'],
} as const;

/** Operators' texts, or those of the build. */
export function textsOf({ t }: Pick<Translator, 't'>, activity: LiveActivity, format: Format): ActivityTexts {
  const own = activityTexts(activity, format);
  if (own) return own;
  const [title, lead] = TEXTS[activity.name as Activity];
  return { title: t(title), lead: t(lead), paragraphs: [] };
}

/** The last part of the path names it. */
const nameOf = (c: Context<AppEnv>): string => c.get('path').replace(/\/$/, '').split('/').at(-1) ?? '';

async function activityOf(c: Context<AppEnv>, { claims }: PageDeps): Promise<LiveActivity | undefined> {
  return findActivity(await claims.activities(c.get('locale')), nameOf(c));
}

/** Guard `activity-end`: only a running activity has a page, and an unknown one is no page. */
export async function guardActivity(c: Context<AppEnv>, deps: PageDeps): Promise<Response | null> {
  const activity = await activityOf(c, deps);
  if (!activity) return notFoundPage(c, deps);
  return isRunning(activity, deps.clock.nowMs()) ? null : toTheEnd(c);
}

/** This page; a hidden type stays in its address. */
function hereOf(c: Context<AppEnv>, type: string): string {
  const path = joinLocale(c.get('locale'), href('activity.other', { activity: nameOf(c) }));
  return type === '' ? path : `${path}?${new URLSearchParams({ type })}`;
}

/** The states of a signed-in person; null for a visitor. */
async function ownCredits(
  c: Context<AppEnv>,
  { auth, claims }: PageDeps,
  names: readonly string[],
): Promise<ReadonlyMap<string, OwnCredit> | null> {
  const { caller } = c.get('call');
  if (!caller) return null;
  try {
    const { createdMs } = await auth.ownPerson(caller);
    return await claims.creditStates({ userId: caller.userId, createdMs, language: c.get('locale') }, names);
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}

export function shownCredit(
  credit: Credit,
  { state, refusal }: Pick<ShownCredit, 'state' | 'refusal'>,
  format: Format,
): ShownCredit {
  const { type, days, startMs, endMs, accountsBeforeMs } = credit;
  return { type, days, startMs, endMs, accountsBeforeMs, state, refusal, title: creditTitle(credit, format) };
}

/** A visitor sees only whether the credit runs. */
function forVisitor(found: FoundCredit, nowMs: number): Pick<ShownCredit, 'state' | 'refusal'> {
  return { state: null, refusal: refusalOfClaim(found, { createdMs: 0, nowMs }) };
}

interface Refusal {
  readonly sentence: string;
  readonly status: 200 | 400 | 429;
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  { type, refusal }: { readonly type: string; readonly refusal: Refusal },
): Promise<Response> {
  const activity = await activityOf(c, deps);
  const nowMs = deps.clock.nowMs();
  // The activity ended after its guard ran.
  if (!activity || !isRunning(activity, nowMs)) return toTheEnd(c);
  const format = makeFormat(c.get('locale'), timeZoneOf(c));
  const credits = activity.credits.filter((credit) => credit.isListed || credit.type === type);
  const nameIn = (credit: Credit) => credit.type || activity.name;
  const own = await ownCredits(c, deps, credits.map(nameIn));
  const { title, lead, paragraphs } = textsOf(translatorOf(c.get('locale')), activity, format);
  const isHidden = credits.some((credit) => !credit.isListed);
  return publicPage(
    c,
    deps,
    {
      title,
      description: lead,
      status: refusal.status,
      noindex: isHidden,
      structured: [
        {
          '@type': 'Event',
          name: title,
          description: lead,
          startDate: new Date(activity.startMs).toISOString(),
          endDate: new Date(activity.endMs).toISOString(),
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: { '@type': 'VirtualLocation', url: deps.config.appOrigin },
        },
      ],
    },
    <ActivityView
      template={activity.template}
      title={title}
      lead={lead}
      paragraphs={paragraphs}
      picture={pictureOf(c, deps, activity.picture)}
      startMs={activity.startMs}
      endMs={activity.endMs}
      credits={credits.map((credit) =>
        shownCredit(credit, own?.get(nameIn(credit)) ?? forVisitor({ activity, credit }, nowMs), format),
      )}
      here={hereOf(c, isHidden ? type : '')}
      refusal={refusal.sentence}
    />,
  );
}

export const activityPage: PublicHandler = (c, deps) =>
  show(c, deps, { type: (c.req.query('type') ?? '').slice(0, TYPE_CHARS), refusal: { sentence: '', status: 200 } });

export async function activityPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const type = form.field('type', TYPE_CHARS);
  const asked = (c.req.query('type') ?? '').slice(0, TYPE_CHARS);
  return asPerson(c, hereOf(c, asked), async (caller) => {
    try {
      const activity = await activityOf(c, deps);
      if (!activity) throw new AppError('activity_not_found');
      const name = activity.name === 'compensation' ? type : activity.name;
      await deps.claims.claim(caller, { name, kind: 'any', language: c.get('locale') });
      return seeOther(hereOf(c, asked));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, { type: asked, refusal: { sentence, status: refusalStatus(refusal) } });
    }
  });
}

export const activityEndPage: PublicHandler = (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('activity.end.title'), description: t('activity.end.text'), noindex: true },
    <ActivityEndView homeHref={homeHref(c)} />,
  );
};
