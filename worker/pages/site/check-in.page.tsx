/**
 * `/check-in` and its guide. The day is taken by a form, so it works without script. Where operators closed the check-in, both
 * lead to the page of the end.
 */
import type { Context } from 'hono';
import { CheckInView, type OwnCheckIns } from '#client/site/check-in.view.tsx';
import { HelpTextView } from '#client/site/help/help-text.view.tsx';
import { readTextCookie, TIME_ZONE_COOKIE } from '#shared/cookies.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { itemOfReward } from '#shared/membership/rewards.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CheckInBoard } from '#worker/services/membership/service.ts';
import { asPayer, visitorOf } from '../payment/visitor.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { helpText } from './help-texts.ts';
import { toTheEnd } from './to-the-end.ts';

/** '' while the browser has not sent its zone: the one of the last check-in counts on. */
function zoneOf(c: Context<AppEnv>): string {
  const named = readTextCookie(c.get('cookies'), TIME_ZONE_COOKIE);
  return named === '' ? '' : readTimeZone(named);
}

const hereOf = (c: Context<AppEnv>): string => joinLocale(c.get('locale'), href('site.check-in'));

function ownOf({ status, taken }: CheckInBoard): OwnCheckIns {
  const { result, streak, day, zone, opensMs } = status;
  const today = taken.find((each) => each.day === day);
  return { result, streak, day, zone, opensMs, taken: taken.map((each) => each.day), received: today?.item ?? null };
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  refusal: { readonly sentence: string; readonly status: 200 | 400 | 429 },
): Promise<Response> {
  const [{ checkIn }, visitor] = await Promise.all([deps.membership.rewards(), visitorOf(c, deps)]);
  if (!checkIn.open) return toTheEnd(c);
  const { caller } = c.get('call');
  const found = visitor && caller ? await deps.membership.checkInBoard(caller.userId, zoneOf(c)) : null;
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('site.check_in.title'), description: t('site.check_in.lead'), status: refusal.status, visitor },
    <CheckInView
      days={checkIn.days.map((day) => day && itemOfReward(day))}
      own={found && ownOf(found)}
      here={hereOf(c)}
      refusal={refusal.sentence}
    />,
  );
}

export const checkInPage: PublicHandler = (c, deps) => show(c, deps, { sentence: '', status: 200 });

export async function checkInPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  await readForm(c, deps);
  return asPayer(c, deps, hereOf(c), async (caller) => {
    try {
      await deps.membership.checkIn(caller.userId, zoneOf(c));
      return seeOther(hereOf(c));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, { sentence, status: refusalStatus(refusal) });
    }
  });
}

export const checkInGuidePage: PublicHandler = async (c, deps) => {
  if (!(await deps.membership.rewards()).checkIn.open) return toTheEnd(c);
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const { title, description, blocks } = helpText(locale, deps.config.limits, 'check-in-guide');
  const crumbs = [
    { title: t('site.help.title'), href: joinLocale(locale, href('site.help')) },
    { title: t('site.check_in.title'), href: joinLocale(locale, href('site.check-in')) },
  ];
  return publicPage(
    c,
    deps,
    {
      title,
      description,
      structured: [{ '@type': 'Article', headline: title, description, inLanguage: locale }],
    },
    <HelpTextView crumbs={crumbs} title={title} lead={description} blocks={blocks} />,
  );
};
