/** What the pages that work with codes by mail share: reading their form, asking for a code, saying what went wrong. */
import type { Context } from 'hono';
import { AppError, chooseMessage, ERRORS } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { isOwnWrite } from '#worker/edge/security.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readLimited } from '#worker/platform/http.ts';
import type { StartedVerification, VerificationUsage } from '#worker/services/auth/index.ts';
import { WEB_CLIENT } from './auth.page.tsx';
import { safeNext } from './next.ts';
import type { PageDeps } from './services.ts';

/** Longest wait that is said in seconds. */
const SHORT_WAIT_SECONDS = 120;

export interface CodeFormFields {
  readonly step: 'address' | 'code';
  readonly next: string;
  readonly email: string;
  readonly verificationId: string;
  readonly verificationToken: string;
  readonly code: string;
  readonly password: string;
  readonly name: string;
}

/** @throws AppError permission_denied for a form that another site sent */
export async function readCodeForm(c: Context<AppEnv>, { config }: PageDeps): Promise<CodeFormFields> {
  if (!isOwnWrite(c.req.raw.headers, config.appOrigin))
    throw new AppError('permission_denied', { reason: 'cross_site' });
  const form = new URLSearchParams(await readLimited(c.req.raw, c.get('bodyBytes')));
  const field = (name: string, maxChars: number) => (form.get(name) ?? '').slice(0, maxChars);
  return {
    step: form.get('step') === 'code' ? 'code' : 'address',
    next: safeNext(form.get('next') ?? '', config.appOrigin),
    email: field('email', 320).trim(),
    verificationId: field('verification_id', 200),
    verificationToken: field('verification_token', 1_024),
    code: field('code', 40),
    password: field('password', 1_024),
    name: field('name', 500),
  };
}

/** Asks for a code. The human check of a page is the shield's own token, taken at once: its budgets still count. */
export async function askForCode(
  c: Context<AppEnv>,
  { auth, shield }: PageDeps,
  ask: { email: string; usage: VerificationUsage },
): Promise<StartedVerification> {
  const call = c.get('call');
  const { captcha_token: captchaToken } = await shield.initCaptcha(
    { clientId: WEB_CLIENT, action: 'POST:/v1/auth/verification', deviceId: call.deviceId },
    call,
  );
  return auth.startVerification({ ...ask, clientId: WEB_CLIENT, captchaToken }, call);
}

/** The token of a form: the one it carries, or the one its code gives. @throws AppError as auth.verifyCode */
export async function verifiedToken({ auth }: PageDeps, form: CodeFormFields): Promise<string> {
  if (form.verificationToken !== '') return form.verificationToken;
  const { verificationId, code } = form;
  return (await auth.verifyCode({ clientId: WEB_CLIENT, verificationId, code })).verificationToken;
}

/** Whether another code is the only way on: the token a page carries is worth nothing any more. */
export function isTokenLost(error: AppError): boolean {
  return error.errorName === 'invalid_verification_code' || error.errorName === 'expired_verification_code';
}

/** The refusal of a form. Failures of ours are not: they are thrown on. */
export function refusalOf(error: unknown): AppError {
  const appError = asAppError(error);
  if (ERRORS[appError.errorName].httpStatus >= 500) throw error;
  return appError;
}

/** The sentence a person reads for a refusal. */
export function sentenceOf({ errorName, detail }: AppError, { text, tn }: Translator): string {
  const wait = detail?.retryInSeconds;
  if (errorName === 'verification_rate_limited' && wait !== undefined && wait <= SHORT_WAIT_SECONDS)
    return tn('auth.code.wait', wait);
  if (detail?.messageKey !== undefined) return text(detail.messageKey, detail.messageParams);
  return chooseMessage({ error: errorName, error_code: ERRORS[errorName].code }, text);
}

export function refusalStatus({ errorName }: AppError): 400 | 429 {
  return ERRORS[errorName].httpStatus === 429 ? 429 : 400;
}
