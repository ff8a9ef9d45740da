/**
 * Writing to the operators by a plain form: `/contact-us` for anyone, `/drive/feedback` for people of the drive, whose script
 * opens the same as a dialog. After sending it leads back here, so that nothing is sent twice.
 */
import type { Context } from 'hono';
import { ContactSentView, ContactView, type ContactViewProps } from '#client/site/contact.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { isMessageTopic, MESSAGE_MAX_CHARS, type MessageTopic } from '#shared/ops/messages.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { CONTACT_ACTION, type WrittenMessage } from '#worker/services/ops/index.ts';
import { CheckNeeded, humanToken, readForm, refusalOf, refusalStatus, sentenceOf } from '../auth/code-form.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Kind of the message. */
type Door = 'contact' | 'feedback';
type Shown = Partial<Pick<ContactViewProps, 'topic' | 'email' | 'message' | 'error' | 'field' | 'check'>>;

/** Whoever is signed in now, and where an answer goes; null for visitors and for sessions that are over. */
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
  door: Door,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const texts = textsOf(c, door);
  const writer = await writerOf(c, deps);
  const asked = c.req.query('topic') ?? '';
  const topic: MessageTopic = isMessageTopic(asked) ? asked : door === 'feedback' ? 'problem' : 'question';
  return publicPage(
    c,
    deps,
    {
      title: texts.title,
      description: texts.lead,
      status,
      ...(door === 'feedback'
        ? { noindex: true }
        : { structured: [{ '@type': 'ContactPage', name: texts.title, description: texts.lead }] }),
    },
    <ContactView
      texts={texts}
      action={pathOf(c, door)}
      topic={topic}
      email=""
      message=""
      person={writer !== null}
      ownEmail={writer?.email ?? ''}
      keepDays={Math.max(1, Math.floor((deps.config.limits.messageTtlSeconds * SECOND_MS) / DAY_MS))}
      error={null}
      field=""
      check={null}
      {...shown}
    />,
  );
}

function textsOf(c: Context<AppEnv>, door: Door): { title: string; lead: string } {
  const { t } = translatorOf(c.get('locale'));
  return door === 'feedback'
    ? { title: t('ops.feedback.title'), lead: t('ops.feedback.lead') }
    : { title: t('ops.contact.title'), lead: t('ops.contact.lead') };
}

function pathOf(c: Context<AppEnv>, door: Door): string {
  return door === 'feedback' ? href('drive.feedback') : joinLocale(c.get('locale'), href('site.contact'));
}

/** An empty form; `?sent` after one was taken. `?topic=` chooses the topic. */
export async function contactPage(c: Context<AppEnv>, deps: PageDeps, door: Door = 'contact'): Promise<Response> {
  if (door === 'feedback' && !(await writerOf(c, deps))) return toSignIn(c);
  if (c.req.query('sent') === undefined) return contactForm(c, deps, door, {});
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('ops.contact.sent.title'), description: t('ops.contact.lead'), noindex: true },
    <ContactSentView again={pathOf(c, door)} home={joinLocale(c.get('locale'), '/')} />,
  );
}

function toSignIn(c: Context<AppEnv>): Response {
  return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('drive.feedback'))}`, 303);
}

export async function contactPost(c: Context<AppEnv>, deps: PageDeps, door: Door = 'contact'): Promise<Response> {
  const form = await readForm(c, deps);
  if (door === 'feedback' && !(await writerOf(c, deps))) return toSignIn(c);
  const topic = form.field('topic', 20);
  const written: WrittenMessage = {
    kind: door,
    topic: isMessageTopic(topic) ? topic : 'other',
    email: form.field('email', 320).trim(),
    // A line end counts twice on the wire of a form; what is too long is said, not cut.
    message: form.field('message', MESSAGE_MAX_CHARS * 3),
    captchaToken: form.field('captcha_token', 4_096),
  };
  const { email, message } = written;
  const typed: Shown = { topic: written.topic, email, message };
  try {
    await send(c, deps, written);
    return c.redirect(`${pathOf(c, door)}?sent`, 303);
  } catch (error) {
    if (error instanceof CheckNeeded) return contactForm(c, deps, door, { ...typed, check: error.check });
    const refusal = refusalOf(error);
    const at = refusal.errorName === 'invalid_argument' ? refusal.detail?.field : '';
    const field = at === 'email' || at === 'message' ? at : '';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return contactForm(c, deps, door, { ...typed, error: sentence, field }, refusalStatus(refusal));
  }
}

/** @throws CheckNeeded, AppError as ops.sendMessage */
async function send(c: Context<AppEnv>, deps: PageDeps, written: WrittenMessage): Promise<void> {
  const writer = await writerOf(c, deps);
  const attempt = (captchaToken: string) =>
    deps.ops.sendMessage({ ...written, captchaToken }, writer?.caller ?? null, c.get('call'));
  if (writer) {
    await attempt('');
    return;
  }
  try {
    await attempt(written.captchaToken);
  } catch (error) {
    const { errorName } = asAppError(error);
    if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') throw error;
    // The first try of a visitor brings no token: the shield gives one at once, or asks for a check.
    const human = errorName === 'captcha_invalid';
    const meta = { email: written.email };
    await attempt(await humanToken(c, deps, { action: CONTACT_ACTION, given: '', meta, human }));
  }
}
