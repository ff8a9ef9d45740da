/** Posted forms of our own pages: reading one, and turning an error into the refusal that the page shows. */
import type { Context } from 'hono';
import { messageOf } from '#shared/error-message.ts';
import { AppError, ERRORS, type ErrorName } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { isOwnWrite } from '#worker/edge/security.ts';
import { parseFields, readFormData } from '#worker/platform/body/form.ts';
import { readLimited } from '#worker/platform/body/read.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** Longest wait that a refusal gives in seconds. */
const SHORT_WAIT_SECONDS = 120;

/**
 * Sentences of our own where the specification gives one for programs. They take the place of a message in the details of the
 * error, which comes first in its order (decision 0437).
 */
const PAGE_SENTENCES: Readonly<Partial<Record<ErrorName, MessageKey>>> = {
  invalid_account_or_password: 'auth.refused.account',
  // The same sentence, so that no caller learns which accounts exist.
  user_not_exist: 'auth.refused.account',
  captcha_invalid: 'auth.refused.too_often',
  two_factor_required: 'auth.refused.second_code',
  provider_error: 'auth.refused.provider',
  password_reset_required: 'auth.refused.new_password',
  account_freeze: 'auth.refused.closing',
  cannot_unlock: 'auth.refused.locked',
  invalid_status: 'auth.refused.locked',
  user_blocked: 'auth.refused.locked',
};

/** A form as it was sent. */
export interface SentForm {
  /** The value of a field, cut; '' when the form has none. */
  field(name: string, maxChars: number): string;
  get(name: string): string | null;
  /** Every value of a field. */
  all(name: string): readonly string[];
}

/** @throws AppError permission_denied for a write that another site sent */
export function requireOwnWrite(c: Context<AppEnv>, { config }: Pick<PageDeps, 'config'>): void {
  if (!isOwnWrite(c.req.raw.headers, config.appOrigin))
    throw new AppError('permission_denied', { reason: 'cross_site' });
}

/** @throws AppError permission_denied for a form that another site sent, request_too_large */
export async function readForm(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'config'>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<SentForm> {
  requireOwnWrite(c, deps);
  const sent = parseFields(await readLimited(c.req.raw, Math.min(mostBytes, c.get('bodyBytes'))));
  // `URLSearchParams` looks through all fields for each.
  const fields = Map.groupBy(sent, ([name]) => name);
  const get = (name: string): string | null => fields.get(name)?.[0]?.[1] ?? null;
  return {
    field: (name, maxChars) => (get(name) ?? '').slice(0, maxChars),
    get,
    all: (name) => (fields.get(name) ?? []).map(([, value]) => value),
  };
}

/** A form with files. @throws AppError as `readForm`, invalid_argument for more fields and files than `mostParts` */
export async function readFileForm(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'config'>,
  { mostBytes, mostParts }: { readonly mostBytes: number; readonly mostParts: number },
): Promise<SentForm & { file(name: string): Blob | null }> {
  requireOwnWrite(c, deps);
  const form = await readFormData(c.req.raw, mostBytes, mostParts);
  const all = (name: string): string[] => form.getAll(name).filter((value) => typeof value === 'string');
  return {
    field: (name, maxChars) => (all(name)[0] ?? '').slice(0, maxChars),
    get: (name) => all(name)[0] ?? null,
    all,
    // Browsers send an empty file for a field without one.
    file(name) {
      const sent = form.get(name);
      return sent instanceof Blob && sent.size > 0 ? sent : null;
    },
  };
}

/** The refusal of a form. @throws the error itself when the server failed */
export function refusalOf(error: unknown): AppError {
  const appError = asAppError(error);
  if (ERRORS[appError.errorName].httpStatus >= 500 && appError.detail?.messageKey === undefined) throw error;
  return appError;
}

/** The sentence that the user reads for a refusal. */
export function sentenceOf({ errorName, detail }: AppError, { text, tn }: Translator): string {
  const wait = detail?.retryInSeconds;
  if (errorName === 'verification_rate_limited' && wait !== undefined && wait <= SHORT_WAIT_SECONDS)
    return tn('auth.code.wait', wait);
  const own = detail?.messageKey === undefined ? PAGE_SENTENCES[errorName] : undefined;
  return own === undefined ? messageOf({ errorName, detail }, text) : text(own);
}

export function refusalStatus({ errorName }: AppError): 400 | 429 {
  return ERRORS[errorName].httpStatus === 429 ? 429 : 400;
}

/** Leads to another address after a post. */
export function seeOther(location: string, ...setCookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
