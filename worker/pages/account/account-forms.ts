/** The forms of the account page. Each posts `step`; success redirects, a refusal shows the page again. */
import type { Context } from 'hono';
import type { AccountPageProps, AccountStep } from '#client/auth/account/account-parts.view.tsx';
import { THEME_COOKIE, writeRawCookie, YEAR_SECONDS } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { isLocale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { localeCookie } from '#worker/edge/locale.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { readPhone } from '#worker/services/auth/index.ts';
import { askForCode } from '../auth/code-form.ts';
import type { SentForm } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import type { PageDeps } from '../services.ts';

/** The end of a form: a redirect, or the page with its next step. */
export type FormEnd =
  | { readonly location: string; readonly setCookie?: string }
  | { readonly code: NonNullable<AccountPageProps['code']>; readonly sudoToken: string };

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
  'inside',
  'freeze',
  'close',
];

/** @throws AppError invalid_argument for an unknown step */
export function stepOf(form: SentForm): AccountStep {
  const step = STEPS.find((each) => each === form.get('step'));
  if (step === undefined) throw new AppError('invalid_argument', { reason: 'unknown_step', field: 'step' });
  return step;
}

/** @param done  a key of `DONE` in account.page.tsx */
function doneAt(done: string): FormEnd {
  return { location: `${href('account.settings')}?done=${done}` };
}

/**
 * The sudo token of the form, or a new one for its password.
 * @throws CheckNeeded, AppError as auth.sudo
 */
async function sudoOf({ c, deps, caller, form }: FormParts): Promise<{ sudoToken: string; captchaLeft: string }> {
  const carried = form.field('sudo_token', 4_096);
  const given = form.field('captcha_token', 4_096);
  if (carried !== '') return { sudoToken: carried, captchaLeft: given };
  const password = form.field('password', 1_024);
  const guarded = { action: 'POST:/v1/auth/signin', meta: { user_id: caller.userId }, given };
  const { sudoToken } = await withCaptcha(c, deps, { ...guarded, needsHuman: () => true }, (captchaToken) =>
    deps.auth.sudo({ password, captchaToken }, caller, c.get('call')),
  );
  return { sudoToken, captchaLeft: '' };
}

/** Sends a code to the new address. @throws CheckNeeded, AppError as auth.startVerification */
async function sendCode(parts: FormParts, kind: 'email' | 'phone'): Promise<FormEnd> {
  const { c, deps, form } = parts;
  const address =
    kind === 'email'
      ? mailAddressIn(form.field('email', MAX_PASTED_CHARS))
      : readPhone(form.field('phone', MAX_PASTED_CHARS), form.field('phone_country', 2));
  const { sudoToken, captchaLeft } = await sudoOf(parts);
  const usage = kind === 'email' ? 'change-email' : 'change-phone';
  try {
    const to = kind === 'email' ? { email: address } : { phone: address };
    const { verificationId } = await askForCode(c, deps, { to, usage, given: captchaLeft });
    return { code: { step: `${kind}-code`, address, verificationId, verificationToken: '' }, sudoToken };
  } catch (error) {
    throw error instanceof CheckNeeded ? new CheckNeeded(error.check, sudoToken) : error;
  }
}

/** A change that failed after its code was right. The page keeps the proof, so that the user does not type the code again. */
export class ProvenChange extends Error {
  readonly verificationToken: string;
  constructor(verificationToken: string, cause: unknown) {
    super('the change was refused', { cause });
    this.verificationToken = verificationToken;
  }
}

async function writeAddress({ c, deps, caller, form }: FormParts, kind: 'email' | 'phone'): Promise<FormEnd> {
  const verificationToken =
    form.field('verification_token', 1_024) ||
    (
      await deps.auth.verifyCode({
        clientId: caller.clientId,
        verificationId: form.field('verification_id', 200),
        code: form.field('code', MAX_PASTED_CHARS),
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

/** Leads back to the changed section; the choice is stored in a cookie. */
function displayAt(setCookie: string): FormEnd {
  return { location: `${href('account.settings')}#display`, setCookie };
}

function changeLanguage({ form }: FormParts): FormEnd {
  const language = form.field('language', 20);
  if (!isLocale(language)) throw new AppError('invalid_argument', { reason: 'unknown_language', field: 'language' });
  return displayAt(localeCookie(language));
}

/** Writes the cookie that the theme button of every page writes. */
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

/** @throws CheckNeeded, ProvenChange, AppError the refusal */
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
    case 'inside': {
      const isOn = form.field('inside', 3) === 'on';
      await deps.drive.switchWordsInside(caller, isOn);
      return doneAt(isOn ? 'inside_on' : 'inside_off');
    }
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
