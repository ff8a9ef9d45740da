/**
 * The question that a form of these pages asks before it is sent: does its call need a human check? The check then opens over the
 * press that sends the form. Without script, or without an answer, the page shows the form again with the check.
 */
import type { Context } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';
import { refusalOf, type SentForm } from '../render/form.ts';
import { CheckNeeded, captchaToken } from '../render/human-check.ts';
import type { PageDeps } from '../services.ts';
import { addresseeOf, type CodeFormFields, codeCall } from './code-form.ts';

/** `url`: the page of the check. `token`: the call needs none, and this opens it. Neither: the form is sent as it is. */
interface AskAnswer {
  readonly url?: string;
  readonly token?: string;
}

async function answerOf(
  c: Context<AppEnv>,
  deps: PageDeps,
  form: SentForm,
  fields: CodeFormFields,
): Promise<AskAnswer> {
  const step = form.get('step');
  if (step === 'address') return { token: await captchaToken(c, deps, codeCall(addresseeOf(fields))) };
  if (step !== 'password') return {};
  const username = form.field('username', 320);
  if (!(await deps.auth.signInNeedsCheck({ username }, c.get('call')))) return {};
  return { token: await captchaToken(c, deps, passwordCall(username), true) };
}

/** The guarded call of a password. */
export function passwordCall(username: string) {
  return { action: 'POST:/v1/auth/signin', meta: { username } };
}

/** @returns null for a form that is sent */
export async function answerAsk(
  c: Context<AppEnv>,
  deps: PageDeps,
  form: SentForm,
  fields: CodeFormFields,
): Promise<Response | null> {
  if (form.get('ask') !== 'check') return null;
  let answer: AskAnswer = {};
  try {
    answer = await answerOf(c, deps, form, fields);
  } catch (error) {
    if (error instanceof CheckNeeded) answer = { url: error.check.url };
    // The form shows the refusal when it is sent.
    else refusalOf(error);
  }
  return c.json(answer, 200, { 'cache-control': 'no-store' });
}
