/** The forms of the account page: each posts `step`; what it did is told by a redirect, what was refused by the page again. */
import type { Context } from 'hono';
import type { AccountPageProps, AccountStep } from '#client/auth/account/account-parts.view.tsx';
import type { HumanCheck } from '#client/auth/sign-in/code-parts.view.tsx';
import { THEME_COOKIE, writeRawCookie, YEAR_SECONDS } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import { isLocale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { localeCookie } from '#worker/edge/locale.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { readPhone } from '#worker/services/auth/index.ts';
import { askForCode, CheckNeeded, humanToken, type SentForm } from '../auth/code-form.ts';
import type { PageDeps } from '../services.ts';

/** What a form led to: somewhere else, or the page with what it now shows. */
export type FormEnd =
  | { readonly location: string; readonly setCookie?: string }
  | { readonly code: NonNullable<AccountPageProps['code']>; readonly sudoToken: string };

/** A form that goes on after its human check; the password shown stays shown. */
export class CheckedForm extends Error {
  readonly check: HumanCheck;
  readonly sudoToken: string;
  constructor(check: HumanCheck, sudoToken: string) {
    super('a human check is needed');
    this.check = check;
    this.sudoToken = sudoToken;
  }
}

export interface FormParts {
  readonly c: Context<AppEnv>;
  readonly deps: PageDeps;
  readonly caller: Caller;
  readonly form: SentForm;
}

const STEPS: readonly AccountStep[] = [
  'name',
  'sender',
  'picture',
  'picture-remove',
  'email',
  'email-code',
  'phone',
  'phone-code',
  'phone-remove',
  'password',
  'device',
  'others',
  'language',
  'theme',
  'freeze',
  'close',
];

/** @throws AppError invalid_argument for a form that no page of ours has */
export function stepOf(form: SentForm): AccountStep {
  const step = STEPS.find((each) => each === form.get('step'));
  if (step === undefined) throw new AppError('invalid_argument', { reason: 'unknown_step', field: 'step' });
  return step;
}

/** @param done  a word of `DONE` in account.page.tsx */
function doneAt(done: string): FormEnd {
  return { location: `${href('account.settings')}?done=${done}` };
}

/**
 * The token of the password in the form, or the one the form carries.
 * @throws CheckedForm, AppError as auth.sudo
 */
async function sudoOf({ c, deps, caller, form }: FormParts): Promise<{ sudoToken: string; captchaLeft: string }> {
  const kept = form.field('sudo_token', 4_096);
  const given = form.field('captcha_token', 4_096);
  if (kept !== '') return { sudoToken: kept, captchaLeft: given };
  const password = form.field('password', 1_024);
  const attempt = async (captchaToken: string) =>
    (await deps.auth.sudo({ password, captchaToken }, caller, c.get('call'))).sudoToken;
  try {
    return { sudoToken: await attempt(given), captchaLeft: '' };
  } catch (error) {
    const { errorName } = asAppError(error);
    if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') throw error;
    const meta = { user_id: caller.userId };
    try {
      const token = await humanToken(c, deps, { action: 'POST:/v1/auth/signin', given: '', meta, human: true });
      return { sudoToken: await attempt(token), captchaLeft: '' };
    } catch (needed) {
      throw needed instanceof CheckNeeded ? new CheckedForm(needed.check, '') : needed;
    }
  }
}

/** Sends a code to the new address. @throws CheckedForm, AppError as auth.startVerification */
async function sendCode(parts: FormParts, kind: 'email' | 'phone'): Promise<FormEnd> {
  const { c, deps, form } = parts;
  const address =
    kind === 'email'
      ? form.field('email', 320).trim()
      : readPhone(form.field('phone', 60), form.field('phone_country', 2));
  const { sudoToken, captchaLeft } = await sudoOf(parts);
  const usage = kind === 'email' ? 'change-email' : 'change-phone';
  try {
    const to = kind === 'email' ? { email: address } : { phone: address };
    const { verificationId } = await askForCode(c, deps, { to, usage, given: captchaLeft });
    return { code: { step: `${kind}-code`, address, verificationId, verificationToken: '' }, sudoToken };
  } catch (error) {
    throw error instanceof CheckNeeded ? new CheckedForm(error.check, sudoToken) : error;
  }
}

/** A change whose code was right and which failed for another reason keeps the proof, so that nobody types it twice. */
export class ProvenChange extends Error {
  readonly verificationToken: string;
  constructor(verificationToken: string, cause: unknown) {
    super('the change was refused', { cause });
    this.verificationToken = verificationToken;
  }
}

async function writeAddress({ c, deps, caller, form }: FormParts, kind: 'email' | 'phone'): Promise<FormEnd> {
  const kept = form.field('verification_token', 1_024);
  const verificationToken =
    kept ||
    (
      await deps.auth.verifyCode({
        clientId: caller.clientId,
        verificationId: form.field('verification_id', 200),
        code: form.field('code', 40),
      })
    ).verificationToken;
  const input = { sudoToken: form.field('sudo_token', 4_096), address: form.field(kind, 320), verificationToken };
  try {
    await deps.auth.changeAddress(kind, input, caller, c.get('call'));
  } catch (error) {
    throw new ProvenChange(verificationToken, error);
  }
  return doneAt(kind);
}

async function changePassword(parts: FormParts): Promise<FormEnd> {
  const { c, deps, caller, form } = parts;
  const { sudoToken } = await sudoOf(parts);
  const input = { password: '', sudoToken, captchaToken: '', newPassword: form.field('new_password', 1_024) };
  const { setCookie } = await deps.auth.changePassword(input, caller, c.get('call'));
  return { ...doneAt('password'), setCookie } as FormEnd;
}

/** The page again at the section that was changed; what was chosen travels as a cookie. */
function displayAt(setCookie: string): FormEnd {
  return { location: `${href('account.settings')}#display`, setCookie };
}

function changeLanguage({ form }: FormParts): FormEnd {
  const language = form.field('language', 20);
  if (!isLocale(language)) throw new AppError('invalid_argument', { reason: 'unknown_language', field: 'language' });
  return displayAt(localeCookie(language));
}

/** Written as the button of the page writes it, so that each can take the other's back. */
function changeTheme({ form, deps }: FormParts): FormEnd {
  const theme = form.field('theme', 10);
  const isOne = theme === 'light' || theme === 'dark';
  return displayAt(
    writeRawCookie(THEME_COOKIE, isOne ? theme : '', {
      maxAgeSeconds: isOne ? YEAR_SECONDS : 0,
      sameSite: 'lax',
      secure: deps.config.appOrigin.startsWith('https:'),
    }),
  );
}

async function endAccount(parts: FormParts, what: 'freeze' | 'close'): Promise<FormEnd> {
  const { c, deps, caller } = parts;
  const call = c.get('call');
  const { sudoToken } = await sudoOf(parts);
  let until = '';
  if (what === 'freeze') await deps.auth.freeze({ sudoToken }, caller, call);
  else until = `?until=${(await deps.auth.close({ sudoToken }, caller, call)).endsMs}`;
  const { setCookie } = await deps.auth.signOut({ token: '' }, call);
  return { location: `${href('account.ended')}${until}`, setCookie };
}

/** @throws CheckedForm, ProvenChange, AppError the refusal */
export async function accountForm(parts: FormParts, step: AccountStep): Promise<FormEnd> {
  const { c, deps, caller, form } = parts;
  switch (step) {
    case 'name':
      await deps.auth.rename({ name: form.field('name', 500) }, caller);
      return doneAt('name');
    case 'sender':
      await deps.share.setSender(caller, form.field('sender', 500), c.get('call'));
      return doneAt('sender');
    case 'picture-remove':
      await deps.auth.removePicture(caller);
      return doneAt('picture_removed');
    case 'email':
    case 'phone':
      return sendCode(parts, step);
    case 'email-code':
      return writeAddress(parts, 'email');
    case 'phone-code':
      return writeAddress(parts, 'phone');
    case 'phone-remove':
      await deps.auth.removePhone({ sudoToken: (await sudoOf(parts)).sudoToken }, caller, c.get('call'));
      return doneAt('phone_removed');
    case 'password':
      return changePassword(parts);
    case 'device':
      await deps.auth.revokeDevice(form.field('device', 200), caller);
      return doneAt('device');
    case 'others':
      await deps.auth.endOthers(caller);
      return doneAt('others');
    case 'language':
      return changeLanguage(parts);
    case 'theme':
      return changeTheme(parts);
    case 'freeze':
    case 'close':
      return endAccount(parts, step);
    case 'picture':
      throw new AppError('invalid_argument', {
        reason: 'missing',
        field: 'picture',
        messageKey: 'auth.account.picture.none',
      });
  }
}
