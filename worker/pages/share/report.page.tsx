/**
 * `/s/{shareId}/report`: a visitor reports a link, or one file of it. The page asks nothing about the link: it is the same for a link
 * that exists and for one that does not. Sending leads to a GET, so that a reload sends nothing again.
 */
import type { Context } from 'hono';
import { ReportSentView, ReportView, type ReportViewProps } from '#client/site/report.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { matchRoute } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { isReportReason, REPORT_NOTE_MAX_CHARS } from '#shared/share/reports.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { REPORT_ACTION } from '#worker/services/ops/index.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

type Shown = Partial<Pick<ReportViewProps, 'fileId' | 'reason' | 'note' | 'email' | 'error' | 'field' | 'check'>>;

const ID_CHARS = 64;
const FIELDS = ['reason', 'note', 'email'] as const;
/** The address names the link, which is a secret of its visitors. */
const HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' };

/** '' for an address that does not decode. */
const shareIdOf = (c: Context<AppEnv>): string => matchRoute(c.get('path'))?.params['shareId'] ?? '';

function show(c: Context<AppEnv>, deps: PageDeps, shown: Shown, status: 200 | 400 | 429 = 200): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const shareId = shareIdOf(c);
  const policy = href('policy.document', { doc: 'copyright-infringement' });
  return publicPage(
    c,
    deps,
    { title: t('ops.report.title'), description: t('ops.report.lead'), noindex: true, status, headers: HEADERS },
    <ReportView
      action={href('share.report', { shareId })}
      backHref={href('share.open', { shareId })}
      policyHref={joinLocale(c.get('locale'), policy)}
      fileId={(c.req.query('file') ?? '').slice(0, ID_CHARS)}
      reason=""
      note=""
      email=""
      error={null}
      field=""
      check={null}
      {...shown}
    />,
  );
}

/** An empty form; `?sent` after a report was accepted. `?file=` names a file of the link. */
export async function reportPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (shareIdOf(c) === '') return c.notFound();
  if (c.req.query('sent') === undefined) return show(c, deps, {});
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('ops.report.sent.title'), description: t('ops.report.lead'), noindex: true, headers: HEADERS },
    <ReportSentView backHref={href('share.open', { shareId: shareIdOf(c) })} />,
  );
}

export async function reportPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (shareIdOf(c) === '') return c.notFound();
  const form = await readForm(c, deps);
  const reason = form.field('reason', 30);
  const sent = {
    shareId: shareIdOf(c),
    fileId: form.field('file', ID_CHARS),
    reason,
    // A form sends a line end as two characters. A note that is too long is refused, not cut.
    note: form.field('note', REPORT_NOTE_MAX_CHARS * 3),
    email: form.field('email', 320).trim(),
    captchaToken: form.field('captcha_token', 4_096),
  };
  const { fileId, note, email } = sent;
  const typed: Shown = { fileId, note, email, reason: isReportReason(reason) ? reason : '' };
  try {
    const caller = await callerOf(c, deps);
    const attempt = (captchaToken: string) => deps.ops.reportLink({ ...sent, captchaToken }, caller, c.get('call'));
    if (caller) await attempt('');
    else
      await withCaptcha(
        c,
        deps,
        // A visitor's first attempt has no token: the shield gives one at once, or asks for a check.
        { action: REPORT_ACTION, given: sent.captchaToken, needsHuman: (refusal) => refusal === 'captcha_invalid' },
        attempt,
      );
    return seeOther(`${href('share.report', { shareId: sent.shareId })}?sent`);
  } catch (error) {
    if (error instanceof CheckNeeded) return show(c, deps, { ...typed, check: error.check });
    const refusal = refusalOf(error);
    const field = FIELDS.find((name) => refusal.errorName === 'invalid_argument' && name === refusal.detail?.field);
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return show(c, deps, { ...typed, error: sentence, field: field ?? '' }, refusalStatus(refusal));
  }
}

/** The person of a session that still counts; null for everybody else. */
async function callerOf(c: Context<AppEnv>, { auth }: PageDeps): Promise<Caller | null> {
  const { caller } = c.get('call');
  if (!caller) return null;
  try {
    await auth.profile(caller);
    return caller;
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}
