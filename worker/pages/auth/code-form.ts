/** What the pages that work with codes share: reading their form, asking for a code, saying what went wrong. */
import type { Context } from 'hono';
import type { CodePageProps, FaultyField, HumanCheck } from '#client/auth/sign-in/code-parts.view.tsx';
import { AppError, ERRORS, messageOf } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { isOwnWrite } from '#worker/edge/security.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readLimited } from '#worker/platform/http.ts';
import { readPhone, type StartedVerification, type VerificationUsage } from '#worker/services/auth/index.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { readCarry } from './next.ts';
import { phoneFieldOf } from './phone-field.ts';

/** Longest wait that is said in seconds. */
const SHORT_WAIT_SECONDS = 120;

/** A form of our own, as it was sent. */
export interface SentForm {
  /** What was sent under a name, cut; '' when nothing was. */
  field(name: string, maxChars: number): string;
  get(name: string): string | null;
}

/** @throws AppError permission_denied for a form that another site sent */
export async function readForm(c: Context<AppEnv>, { config }: PageDeps): Promise<SentForm> {
  if (!isOwnWrite(c.req.raw.headers, config.appOrigin))
    throw new AppError('permission_denied', { reason: 'cross_site' });
  const form = new URLSearchParams(await readLimited(c.req.raw, c.get('bodyBytes')));
  return {
    field: (name, maxChars) => (form.get(name) ?? '').slice(0, maxChars),
    get: (name) => form.get(name),
  };
}

/** Where a code goes: an address, or a number in its one spelling. */
export type Addressee = { readonly email: string } | { readonly phone: string };

export interface CodeFormFields {
  readonly step: 'address' | 'code';
  readonly carry: CodePageProps['carry'];
  readonly by: CodePageProps['by'];
  readonly email: string;
  readonly phoneCountry: string;
  readonly phone: string;
  readonly verificationId: string;
  readonly verificationToken: string;
  readonly code: string;
  readonly password: string;
  readonly name: string;
  /** From a human check that was passed on the page; '' when there was none. */
  readonly captchaToken: string;
}

export function codeFieldsOf(form: SentForm, appOrigin: string): CodeFormFields {
  return {
    step: form.get('step') === 'code' ? 'code' : 'address',
    carry: readCarry(form, appOrigin),
    by: form.get('phone') === null ? 'email' : 'phone',
    email: form.field('email', 320).trim(),
    phoneCountry: form.field('phone_country', 2),
    phone: form.field('phone', 60).trim(),
    verificationId: form.field('verification_id', 200),
    verificationToken: form.field('verification_token', 1_024),
    code: form.field('code', 40),
    password: form.field('password', 1_024),
    name: form.field('name', 500),
    captchaToken: form.field('captcha_token', 4_096),
  };
}

/** @throws AppError invalid_argument for what no numbering plan knows */
export function addresseeOf(fields: Pick<CodeFormFields, 'by' | 'email' | 'phone' | 'phoneCountry'>): Addressee {
  if (fields.by === 'email') return { email: fields.email };
  return { phone: readPhone(fields.phone, fields.phoneCountry) };
}

/** As it is shown and kept; what cannot be read is shown as it was typed. */
export function addressText(fields: Pick<CodeFormFields, 'by' | 'email' | 'phone' | 'phoneCountry'>): string {
  if (fields.by === 'email') return fields.email;
  try {
    return readPhone(fields.phone, fields.phoneCountry);
  } catch {
    // Not a number yet: the field says so, the text stays.
    return fields.phone;
  }
}

/** Whether codes can leave for there at all; where they cannot, the form says so. */
export function canSend({ mail }: PageDeps, { by }: Pick<CodeFormFields, 'by'>): boolean {
  return by === 'email' ? mail.ready : mail.textReady;
}

/** A page that goes on only after its human check: the form is shown again with it. */
export class CheckNeeded extends Error {
  readonly check: HumanCheck;
  constructor(check: HumanCheck) {
    super('a human check is needed');
    this.check = check;
  }
}

export interface HumanAsk {
  readonly action: string;
  /** What the form brought; '' for nothing. */
  readonly given: string;
  /** What is guessed at, for the shield's eyes. */
  readonly meta?: Readonly<Record<string, string>>;
  /** The call was refused for want of a check: one is asked for whatever the risk. */
  readonly human?: boolean;
}

/**
 * The token for one guarded call of a page: the one its form brought, or the shield's own answer for a visitor it trusts.
 * @throws CheckNeeded when the visitor has to show that somebody is there
 */
export async function humanToken(c: Context<AppEnv>, { shield }: PageDeps, ask: HumanAsk): Promise<string> {
  const { action, given, meta = {}, human = false } = ask;
  if (given !== '') return given;
  const call = c.get('call');
  const answer = await shield.initCaptcha({ clientId: WEB_CLIENT, action, deviceId: call.deviceId, meta, human }, call);
  if (answer.url !== undefined && answer.url !== '') throw new CheckNeeded({ url: answer.url });
  return answer.captcha_token;
}

/** Asks for a code. @throws CheckNeeded, AppError as auth.startVerification */
export async function askForCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  ask: { to: Addressee; usage: VerificationUsage; given: string },
): Promise<StartedVerification> {
  const action = 'POST:/v1/auth/verification';
  const meta: Record<string, string> = 'email' in ask.to ? { email: ask.to.email } : { phone_number: ask.to.phone };
  const start = (captchaToken: string) =>
    deps.auth.startVerification({ ...ask.to, usage: ask.usage, clientId: WEB_CLIENT, captchaToken }, c.get('call'));
  try {
    return await start(await humanToken(c, deps, { action, given: ask.given, meta }));
  } catch (error) {
    if (error instanceof CheckNeeded) throw error;
    const { errorName } = asAppError(error);
    if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') throw error;
    // A token that was spent, is over or proves too little is no fault of the person: a check is.
    return start(await humanToken(c, deps, { action, given: '', meta, human: true }));
  }
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
  if (ERRORS[appError.errorName].httpStatus >= 500 && appError.detail?.messageKey === undefined) throw error;
  return appError;
}

/** The sentence a person reads for a refusal. */
export function sentenceOf({ errorName, detail }: AppError, { text, tn }: Translator): string {
  const wait = detail?.retryInSeconds;
  if (errorName === 'verification_rate_limited' && wait !== undefined && wait <= SHORT_WAIT_SECONDS)
    return tn('auth.code.wait', wait);
  return messageOf({ errorName, detail }, text);
}

export function refusalStatus({ errorName }: AppError): 400 | 429 {
  return ERRORS[errorName].httpStatus === 429 ? 429 : 400;
}

/** The field a refusal belongs to. */
export function faultyField({ errorName, detail }: AppError): FaultyField {
  if (isTokenLost({ errorName } as AppError)) return 'code';
  if (errorName === 'invalid_password') return 'password';
  if (errorName !== 'invalid_argument') return '';
  return detail?.field === 'email' || detail?.field === 'phone_number' ? 'address' : '';
}

/** What every page for codes shows, out of what was sent. */
export function codePageProps(
  c: Context<AppEnv>,
  { config, mail }: PageDeps,
  fields: Pick<CodeFormFields, 'carry' | 'by' | 'email' | 'phone' | 'phoneCountry'>,
): Omit<CodePageProps, 'step'> {
  const typed = { country: fields.phoneCountry, phone: fields.phone };
  return {
    carry: fields.carry,
    by: fields.by,
    email: fields.email,
    // 245 countries are written only where they can be chosen.
    phone: fields.by === 'phone' ? phoneFieldOf(c, { config }, typed) : { countries: [], ...typed },
    sentTo: addressText(fields),
    verificationId: '',
    verificationToken: '',
    waitSeconds: 0,
    error: null,
    field: '',
    check: null,
    mail: mail.ready,
    sms: mail.textReady,
    mailbox: config.mail.driver === 'capture',
  };
}
