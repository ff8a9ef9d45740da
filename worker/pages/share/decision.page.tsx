/** `/drive/decisions/{shareId}`: the owner of a link reads the decision about it, and objects. Personal, never cached. */
import type { Context } from 'hono';
import { DecisionView, NoDecisionView } from '#client/share/decision.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asShareId } from '#shared/ids.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { matchRoute } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { DECIDED_STATUSES } from '#shared/share/model.ts';
import { APPEAL_MAX_CHARS } from '#shared/share/reports.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const shareIdOf = (c: Context<AppEnv>): string => matchRoute(c.get('path'))?.params['shareId'] ?? '';
const hereOf = (c: Context<AppEnv>): string => href('share.decision', { shareId: shareIdOf(c) });

export function decisionPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, hereOf(c), (caller) => show(c, deps, caller, { typed: '', error: null }));
}

export async function decisionPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, hereOf(c), async (caller) => {
    const message = form.field('message', APPEAL_MAX_CHARS * 3);
    try {
      await deps.ops.appeal(caller, shareIdOf(c), message);
      return seeOther(hereOf(c));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'not_found' || refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { typed: message, error: sentence }, refusalStatus(refusal));
    }
  });
}

/** @throws AppError not_found for a link that is not closed by an operator, or not the caller's */
async function showNone(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const [person, space, link] = await Promise.all([
    drivePerson(deps, caller),
    deps.drive.space(caller),
    deps.share.ownLink(caller, asShareId(shareIdOf(c)), c.get('call')),
  ]);
  if (!DECIDED_STATUSES.some((status) => status !== 'OK' && status === link.link_status))
    throw new AppError('not_found');
  return renderInDrive(
    { c, person, space },
    { title: t('ops.decision.title') },
    <NoDecisionView
      title={link.title}
      contactHref={`${joinLocale(c.get('locale'), href('site.contact'))}?topic=abuse`}
    />,
  );
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  form: { typed: string; error: string | null },
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const [person, space] = await Promise.all([drivePerson(deps, caller), deps.drive.space(caller)]);
  const own = await deps.ops.ownDecision(caller, shareIdOf(c));
  if (!own) return showNone(c, deps, caller);
  const { title, isClosed, hasBanned, decision, isFinal } = own;
  const { ground, atMs, appeal } = decision;
  const policy = joinLocale(c.get('locale'), href('policy.document', { doc: 'copyright-infringement' }));
  return renderInDrive(
    { c, person, space },
    { title: t('ops.decision.title'), status },
    <DecisionView
      action={hereOf(c)}
      title={title}
      isClosed={isClosed}
      hasBanned={hasBanned}
      ground={ground}
      decidedMs={atMs}
      appealedMs={appeal?.atMs ?? 0}
      isFinal={isFinal}
      policyHref={ground === 'copyright' ? policy : ''}
      {...form}
    />,
  );
}
