/** The form of every page that works with codes: its fields, sending the code, and the props of a refusal. */
import type { Context } from 'hono';
import type { CodePageProps, FaultyField } from '#client/auth/sign-in/code-parts.view.tsx';
import type { AppError } from '#shared/errors.ts';
import { mailAddressIn, shownMail } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS, plainText } from '#shared/intake/plain-text.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readPhone, type StartedVerification, type VerificationUsage } from '#worker/services/auth/index.ts';
import { refusalOf, refusalStatus, type SentForm, sentenceOf } from '../render/form.ts';
import { CheckNeeded, captchaToken, type GuardedCall, withCaptcha } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { heldCode, holdCode } from './mailed-code.ts';
import { readCarry } from './next.ts';
import { phoneFieldOf } from './phone-field.ts';

/** Where a code is sent: an email address, or a phone number in E.164. */
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
  /** Of a human check passed on the page; '' for none. */
  readonly captchaToken: string;
}

/** The fields that name the addressee, and where the page leads. */
export type AddressFields = Pick<CodeFormFields, 'carry' | 'by' | 'email' | 'phone' | 'phoneCountry'>;

export function codeFieldsOf(form: SentForm, appOrigin: string): CodeFormFields {
  return {
    step: form.get('step') === 'code' ? 'code' : 'address',
    carry: readCarry(form, appOrigin),
    by: form.get('phone') === null ? 'email' : 'phone',
    email: mailAddressIn(form.field('email', MAX_PASTED_CHARS)),
    phoneCountry: form.field('phone_country', 2),
    phone: plainText(form.field('phone', MAX_PASTED_CHARS)),
    verificationId: form.field('verification_id', 200),
    verificationToken: form.field('verification_token', 1_024),
    code: form.field('code', MAX_PASTED_CHARS),
    password: form.field('password', 1_024),
    name: form.field('name', 500),
    captchaToken: form.field('captcha_token', 4_096),
  };
}

/** @throws AppError invalid_argument for a number of no numbering plan */
export function addresseeOf(fields: AddressFields): Addressee {
  if (fields.by === 'email') return { email: fields.email };
  return { phone: readPhone(fields.phone, fields.phoneCountry) };
}

/** The addressee as text; a number that cannot be read is returned as it was typed. */
export function addressText(fields: AddressFields): string {
  if (fields.by === 'email') return fields.email;
  try {
    return readPhone(fields.phone, fields.phoneCountry);
  } catch {
    return fields.phone;
  }
}

/** Whether this server can send codes by email, or by text message. */
function canSend({ mail }: PageDeps, { by }: Pick<CodeFormFields, 'by'>): boolean {
  return by === 'email' ? mail.ready : mail.textReady;
}

/** The guarded call that sends a code. */
export function codeCall(to: Addressee): GuardedCall {
  return {
    action: 'POST:/v1/auth/verification',
    meta: 'email' in to ? { email: to.email } : { phone_number: to.phone },
  };
}

/** Asks for a code. @throws CheckNeeded, AppError as auth.startVerification */
export async function askForCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  ask: { to: Addressee; usage: VerificationUsage; given: string },
): Promise<StartedVerification> {
  const guarded = codeCall(ask.to);
  const given = ask.given || (await captchaToken(c, deps, guarded));
  return withCaptcha(c, deps, { ...guarded, given, needsHuman: () => true }, (token) =>
    deps.auth.startVerification(
      { ...ask.to, usage: ask.usage, clientId: WEB_CLIENT, captchaToken: token },
      c.get('call'),
    ),
  );
}

/** Props of a code form and the status of its page. */
export interface CodeFormResult {
  readonly shown: Partial<CodePageProps>;
  readonly status: 200 | 400 | 429;
}

/** Sends the code of a form. @returns the step that the page shows next */
export async function sendCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  fields: CodeFormFields,
  usage: VerificationUsage,
): Promise<CodeFormResult> {
  if (!canSend(deps, fields)) return { shown: {}, status: 200 };
  try {
    const { verificationId } = await askForCode(c, deps, {
      to: addresseeOf(fields),
      usage,
      given: fields.captchaToken,
    });
    await holdCode(c, deps, usage, { ...fields, verificationId });
    const waitSeconds = deps.config.limits.mailGapSeconds;
    return { shown: { step: 'code', verificationId, waitSeconds }, status: 200 };
  } catch (error) {
    const held = fields.verificationId === '' ? await heldFor(c, deps, fields, usage, error) : null;
    return held ?? refusedCode(c, { ...fields, step: 'address' }, error);
  }
}

/** The field for the code that this browser was sent a moment ago, where another one cannot be sent yet. */
async function heldFor(
  c: Context<AppEnv>,
  deps: PageDeps,
  fields: CodeFormFields,
  usage: VerificationUsage,
  error: unknown,
): Promise<CodeFormResult | null> {
  if (error instanceof CheckNeeded || asAppError(error).errorName !== 'verification_rate_limited') return null;
  const held = await heldCode(c, deps, usage);
  if (!held || addressText({ ...fields, ...held }).toLowerCase() !== addressText(fields).toLowerCase()) return null;
  const waitSeconds = asAppError(error).detail?.retryInSeconds ?? 0;
  return { shown: { step: 'code', verificationId: held.verificationId, waitSeconds }, status: 200 };
}

/**
 * The step of a page for codes that is opened: the first one, with the way to the code that this browser was sent, or the field for that code.
 * @param query  of the page: `step=code` asks for the field
 */
export async function openedCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  fields: AddressFields,
  usage: VerificationUsage,
): Promise<{ readonly fields: AddressFields; readonly shown: Partial<CodePageProps> }> {
  const held = await heldCode(c, deps, usage);
  if (!held) return { fields, shown: {} };
  if (c.req.query('step') !== 'code') return { fields, shown: { hasCode: true } };
  return { fields: { ...fields, ...held }, shown: { step: 'code', verificationId: held.verificationId } };
}

/** The same form again, with its refusal or its human check. @throws the error itself when the server failed */
export function refusedCode(c: Context<AppEnv>, fields: CodeFormFields, error: unknown): CodeFormResult {
  const { verificationId } = fields;
  // A visitor who asks for another code too soon keeps the one already sent.
  const step = fields.step === 'address' && verificationId === '' ? 'address' : 'code';
  if (error instanceof CheckNeeded) return { shown: { step, verificationId, check: error.check }, status: 200 };
  const refusal = refusalOf(error);
  return {
    shown: {
      step,
      verificationId,
      verificationToken: isTokenLost(refusal) ? '' : fields.verificationToken,
      waitSeconds: refusal.detail?.retryInSeconds ?? 0,
      error: sentenceOf(refusal, translatorOf(c.get('locale'))),
      field: faultyField(refusal),
    },
    status: refusalStatus(refusal),
  };
}

/** The verification token of a form: its own, or the one its code gives. @throws AppError as auth.verifyCode */
export async function verifiedToken({ auth }: PageDeps, form: CodeFormFields): Promise<string> {
  if (form.verificationToken !== '') return form.verificationToken;
  const { verificationId, code } = form;
  return (await auth.verifyCode({ clientId: WEB_CLIENT, verificationId, code })).verificationToken;
}

/** Whether the verification token has ended, so that the visitor needs another code. */
export function isTokenLost(error: AppError): boolean {
  return error.errorName === 'invalid_verification_code' || error.errorName === 'expired_verification_code';
}

/** The field a refusal belongs to. */
function faultyField(refusal: AppError): FaultyField {
  const { errorName, detail } = refusal;
  if (isTokenLost(refusal)) return 'code';
  if (errorName === 'invalid_password') return 'password';
  if (errorName !== 'invalid_argument') return '';
  return detail?.field === 'email' || detail?.field === 'phone_number' ? 'address' : '';
}

/** Props that every page for codes shares, from the fields sent so far. */
export function codePageProps(
  c: Context<AppEnv>,
  { config, mail }: PageDeps,
  fields: AddressFields,
): Omit<CodePageProps, 'step'> {
  const typed = { country: fields.phoneCountry, phone: fields.phone };
  return {
    carry: fields.carry,
    by: fields.by,
    email: fields.email,
    // 245 countries are written only where they can be chosen.
    phone: fields.by === 'phone' ? phoneFieldOf(c, { config }, typed) : { countries: [], ...typed },
    sentTo: shownMail(addressText(fields)),
    verificationId: '',
    verificationToken: '',
    waitSeconds: 0,
    hasCode: false,
    error: null,
    field: '',
    check: null,
    mail: mail.ready,
    sms: mail.textReady,
    mailbox: config.mail.driver === 'capture',
  };
}
