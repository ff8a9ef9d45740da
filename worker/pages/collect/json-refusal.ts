/** Refusals of a visitor's file, for the script of the page. */
import type { Context } from 'hono';
import { type AppError, ERRORS } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { COLLECT_ACTION } from '#worker/services/drive/service.ts';
import { sentenceOf } from '../render/form.ts';
import { CheckNeeded, captchaToken } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** A check for the sender of the refused file; null for a refusal that no check helps. */
export async function checkFor(
  c: Context<AppEnv>,
  deps: PageDeps,
  { errorName }: AppError,
): Promise<{ url: string } | null> {
  if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') return null;
  try {
    await captchaToken(c, deps, { action: COLLECT_ACTION }, true);
    return null;
  } catch (error) {
    if (error instanceof CheckNeeded) return error.check;
    throw error;
  }
}

/** With the next step of the script: a wait, a check. */
export function jsonRefusal(c: Context<AppEnv>, refusal: AppError, check: { url: string } | null): Response {
  const { errorName, detail } = refusal;
  return Response.json(
    {
      error: errorName,
      ...(check ? { check_url: check.url } : { sentence: sentenceOf(refusal, translatorOf(c.get('locale'))) }),
      ...(detail?.retryInSeconds === undefined ? {} : { retry_in: detail.retryInSeconds }),
    },
    { status: ERRORS[errorName].httpStatus, headers: { 'cache-control': 'no-store' } },
  );
}
