/**
 * Messages to the operators by a plain form: `/contact-us` for every visitor, `/drive/feedback` for signed-in users, whose
 * script opens the same form as a dialog. Sending leads to a GET, so that a reload sends nothing again.
 */
import type { Context } from 'hono';
import { ContactSentView, ContactView, type ContactViewProps } from '#client/site/contact.view.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { isMessageTopic, MESSAGE_MAX_CHARS, type MessageTopic } from '#shared/ops/messages.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { CONTACT_ACTION, type MessageInput } from '#worker/services/ops/index.ts';
import { visitorOf } from '../payment/visitor.ts';
import { readForm, refusalOf, refusalStatus, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Kind of the message. */
type Kind = 'contact' | 'feedback';
type Shown = Partial<Pick<ContactViewProps, 'topic' | 'email' | 'message' | 'error' | 'field' | 'check'>>;

/** The signed-in user and the address for an answer; null without a session, and after it has ended. */
async function writerOf(c: Context<AppEnv>, { auth }: PageDeps): Promise<{ caller: Caller; email: string } | null> {
  const { caller } = c.get('call');
  if (!caller) return null;
  try {
    return { caller, email: (await auth.profile(caller)).email };
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}

async function contactForm(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: Kind,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const texts = textsOf(c, kind);
  const writer = await writerOf(c, deps);
  const asked = c.req.query('topic') ?? '';
  const topic: MessageTopic = isMessageTopic(asked) ? asked : kind === 'feedback' ? 'problem' : 'question';
  return publicPage(
    c,
    deps,
    {
      title: texts.title,
      description: texts.lead,
      status,
      ...(kind === 'feedback'
        ? { noindex: true, visitor: await visitorOf(c, deps) }
        : { structured: [{ '@type': 'ContactPage', name: texts.title, description: texts.lead }] }),
    },
    <ContactView
      texts={texts}
      action={pathOf(c, kind)}
      topic={topic}
      email=""
      message=""
      person={writer !== null}
      isInDrive={kind === 'feedback'}
      ownEmail={shownMail(writer?.email ?? '')}
      keepDays={Math.max(1, Math.floor((deps.config.limits.messageTtlSeconds * SECOND_MS) / DAY_MS))}
      error={null}
      field=""
      check={null}
      {...shown}
    />,
  );
}

function textsOf(c: Context<AppEnv>, kind: Kind): { title: string; lead: string } {
  const { t } = translatorOf(c.get('locale'));
  return kind === 'feedback'
    ? { title: t('ops.feedback.title'), lead: t('ops.feedback.lead') }
    : { title: t('ops.contact.title'), lead: t('ops.contact.lead') };
}

function pathOf(c: Context<AppEnv>, kind: Kind): string {
  return kind === 'feedback' ? href('drive.feedback') : joinLocale(c.get('locale'), href('site.contact'));
}

/** An empty form; `?sent` after a message was accepted. `?topic=` chooses the topic. */
export async function contactPage(c: Context<AppEnv>, deps: PageDeps, kind: Kind = 'contact'): Promise<Response> {
  if (kind === 'feedback' && !(await writerOf(c, deps))) return toSignIn(c);
  if (c.req.query('sent') === undefined) return contactForm(c, deps, kind, {});
  const { t } = translatorOf(c.get('locale'));
  const visitor = kind === 'feedback' ? await visitorOf(c, deps) : null;
  return publicPage(
    c,
    deps,
    { title: t('ops.contact.sent.title'), description: t('ops.contact.lead'), noindex: true, visitor },
    <ContactSentView isInDrive={visitor !== null} again={pathOf(c, kind)} home={joinLocale(c.get('locale'), '/')} />,
  );
}

function toSignIn(c: Context<AppEnv>): Response {
  return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('drive.feedback'))}`, 303);
}

export async function contactPost(c: Context<AppEnv>, deps: PageDeps, kind: Kind = 'contact'): Promise<Response> {
  const form = await readForm(c, deps);
  if (kind === 'feedback' && !(await writerOf(c, deps))) return toSignIn(c);
  const topic = form.field('topic', 20);
  const written: MessageInput = {
    kind,
    topic: isMessageTopic(topic) ? topic : 'other',
    email: form.field('email', 320).trim(),
    // A form sends a line end as two characters. A message that is too long is refused, not cut.
    message: form.field('message', MESSAGE_MAX_CHARS * 3),
    captchaToken: form.field('captcha_token', 4_096),
  };
  const { email, message } = written;
  const typed: Shown = { topic: written.topic, email, message };
  try {
    await send(c, deps, written);
    return c.redirect(`${pathOf(c, kind)}?sent`, 303);
  } catch (error) {
    if (error instanceof CheckNeeded) return contactForm(c, deps, kind, { ...typed, check: error.check });
    const refusal = refusalOf(error);
    const at = refusal.errorName === 'invalid_argument' ? refusal.detail?.field : '';
    const field = at === 'email' || at === 'message' ? at : '';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return contactForm(c, deps, kind, { ...typed, error: sentence, field }, refusalStatus(refusal));
  }
}

/** @throws CheckNeeded, AppError as ops.sendMessage */
async function send(c: Context<AppEnv>, deps: PageDeps, written: MessageInput): Promise<void> {
  const writer = await writerOf(c, deps);
  const attempt = (captchaToken: string) =>
    deps.ops.sendMessage({ ...written, captchaToken }, writer?.caller ?? null, c.get('call'));
  if (writer) {
    await attempt('');
    return;
  }
  const guarded = { action: CONTACT_ACTION, meta: { email: written.email }, given: written.captchaToken };
  // A visitor's first attempt has no token: the shield gives one at once, or asks for a check.
  const needsHuman = (refusal: string) => refusal === 'captcha_invalid';
  await withCaptcha(c, deps, { ...guarded, needsHuman }, attempt);
}
