/** `/drive/account`: what a person changes about the account. Personal, never stored; works without script. */
import type { Context } from 'hono';
import { AccountConfirmView } from '#client/auth/account/account-end.view.tsx';
import { AccountPageView } from '#client/auth/account/account-page.view.tsx';
import type { AccountPageProps, AccountStep, Theme } from '#client/auth/account/account-parts.view.tsx';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { AppError } from '#shared/errors.ts';
import { shownMail } from '#shared/intake/mail.ts';
import { PICTURE_TEXTS } from '#shared/locale/island-texts.gen.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';
import { parseWireTime } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { readFormData } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { phoneFieldOf } from '../auth/phone-field.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import {
  readForm,
  refusalOf,
  refusalStatus,
  requireOwnWrite,
  type SentForm,
  seeOther,
  sentenceOf,
} from '../render/form.ts';
import { CheckNeeded } from '../render/human-check.ts';
import { themeOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { accountForm, ProvenChange, stepOf } from './account-forms.ts';
import { planOf } from './plan.ts';
import { shownPasswords } from './programs.page.tsx';

/** Values of `?done=`. */
const DONE: Readonly<Record<string, MessageKey>> = {
  name: 'auth.account.done.name',
  sender: 'auth.account.done.sender',
  picture: 'auth.account.done.picture',
  picture_removed: 'auth.account.done.picture_removed',
  email: 'auth.account.done.email',
  phone: 'auth.account.done.phone',
  phone_removed: 'auth.account.done.phone_removed',
  password: 'auth.account.done.password',
  device: 'auth.account.done.device',
  others: 'auth.account.done.others',
  inside_on: 'auth.account.done.inside_on',
  inside_off: 'auth.account.done.inside_off',
};

/** A picture and the frame of its form, bytes. */
const PICTURE_FORM_BYTES = 1024 * 1024;
/** The picture and the fields beside it. */
const PICTURE_FORM_PARTS = 16;

type Status = 200 | 400 | 429;
type Shown = Partial<Pick<AccountPageProps, 'done' | 'trouble' | 'typed' | 'code' | 'sudoToken' | 'check'>>;

export function accountPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, href('account.settings'), (caller) => {
    const confirm = c.req.query('confirm');
    if (confirm === 'freeze' || confirm === 'close') return show(c, deps, caller, {}, { confirm });
    const word = c.req.query('done') ?? '';
    const done = Object.hasOwn(DONE, word) ? DONE[word] : undefined;
    return show(c, deps, caller, { done: done ? translatorOf(c.get('locale')).text(done) : null });
  });
}

export async function accountPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, href('account.settings'), async (caller) => {
    const step = stepOf(form);
    try {
      const end = await accountForm({ c, deps, caller, form }, step);
      if ('code' in end) return await show(c, deps, caller, end, { form });
      return seeOther(end.location, ...(end.setCookie === undefined ? [] : [end.setCookie]));
    } catch (error) {
      return await showRefusal(c, deps, caller, { step, form, error });
    }
  });
}

/** Answers the picture form, the only one that sends a file. */
export async function picturePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  requireOwnWrite(c, deps);
  return asPerson(c, href('account.settings'), async (caller) => {
    try {
      const picture = await readPictureField(c.req.raw);
      await c.get('requireDiskSpace')(picture.length);
      await deps.auth.setPicture(picture, caller);
      return seeOther(`${href('account.settings')}?done=picture`);
    } catch (error) {
      const form: SentForm = { field: () => '', get: () => null, all: () => [] };
      return await showRefusal(c, deps, caller, { step: 'picture', form, error });
    }
  });
}

async function readPictureField(request: Request): Promise<Uint8Array> {
  const sent = await readFormData(request, PICTURE_FORM_BYTES, PICTURE_FORM_PARTS).catch((error: unknown) => {
    const { errorName } = asAppError(error);
    if (errorName === 'invalid_argument') return null;
    if (errorName !== 'request_too_large') throw error;
    const messageKey = 'auth.account.picture.too_large';
    throw new AppError('invalid_argument', { reason: 'too_large', field: 'picture', messageKey });
  });
  const picture = sent?.get('picture');
  if (!(picture instanceof File) || picture.size === 0)
    throw new AppError('invalid_argument', {
      reason: 'missing',
      field: 'picture',
      messageKey: 'auth.account.picture.none',
    });
  return new Uint8Array(await picture.arrayBuffer());
}

/** Shows the page again with the typed values and the refusal beside its form. */
async function showRefusal(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { step, form, error }: { step: AccountStep; form: SentForm; error: unknown },
): Promise<Response> {
  const around = { form, ...(step === 'freeze' || step === 'close' ? { confirm: step } : {}) };
  if (error instanceof CheckNeeded)
    return show(c, deps, caller, { check: { step, check: error.check }, sudoToken: error.sudoToken }, around);
  const proven = error instanceof ProvenChange ? error : null;
  const refusal = refusalOf(proven?.cause ?? error);
  if (refusal.errorName === 'unauthenticated') throw refusal;
  const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
  // A wrong code can be typed again. An expired code and a taken address need another code.
  const isCodeStep = step === 'email-code' || step === 'phone-code';
  const isOver = refusal.errorName !== 'invalid_verification_code' && refusal.errorName !== 'aborted';
  if (isCodeStep && isOver) {
    const first: AccountStep = step === 'email-code' ? 'email' : 'phone';
    const about = first === 'email' ? 'email' : 'phone_number';
    const field = refusal.detail?.field === 'sudo_token' ? 'password' : about;
    const shown = { trouble: { step: first, field, sentence } };
    return show(c, deps, caller, shown, { ...around, status: refusalStatus(refusal) });
  }
  const shown: Shown = {
    trouble: { step, field: isCodeStep ? 'code' : (refusal.detail?.field ?? ''), sentence },
    ...(isCodeStep
      ? {
          code: {
            step,
            address: form.field(step === 'email-code' ? 'email' : 'phone', 320),
            verificationId: form.field('verification_id', 200),
            verificationToken: proven?.verificationToken ?? '',
          },
          sudoToken: form.field('sudo_token', 4_096),
        }
      : {}),
  };
  return show(c, deps, caller, shown, { ...around, status: refusalStatus(refusal) });
}

/** Null while the share service does not answer: the account can be changed without it. @throws AppError unauthenticated */
async function senderOf(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<AccountPageProps['sender']> {
  try {
    return await deps.share.sender(caller, c.get('call'));
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') throw error;
    return null;
  }
}

/** Null while the drive does not answer, as where the installation does not search inside files. @throws AppError unauthenticated */
async function wordsInsideOf({ drive }: PageDeps, caller: Caller): Promise<boolean | null> {
  try {
    return await drive.wordsInside(caller);
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') throw error;
    return null;
  }
}

async function isReturned({ auth, mail }: PageDeps, caller: Caller): Promise<boolean> {
  const box = await auth.letterBoxOf(caller.userId);
  return box !== null && (await mail.returned(box.email)) !== null;
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  shown: Shown,
  { form, confirm, status = 200 }: { form?: SentForm; confirm?: 'freeze' | 'close'; status?: Status } = {},
): Promise<Response> {
  const { auth, mail, config } = deps;
  const { t } = translatorOf(c.get('locale'));
  const [person, inFrame, devices, programs, twoFactor, passkeys, plan, sender, mailReturned, wordsInside] =
    await Promise.all([
      auth.profile(caller),
      drivePerson(deps, caller),
      auth.devices(caller),
      shownPasswords({ c, deps, caller }),
      auth.twoFactor(caller),
      auth.passkeys(caller),
      planOf(deps, caller),
      senderOf(c, deps, caller),
      isReturned(deps, caller),
      wordsInsideOf(deps, caller),
    ]);
  const typed = (name: string, chars: number) => form?.field(name, chars) ?? '';
  const page: AccountPageProps = {
    name: person.name,
    picture: person.picture,
    email: shownMail(person.email),
    phone: person.phone_number,
    sender,
    hasPassword: person.password !== '',
    passwordMs: parseWireTime(person.password_updated_at),
    devices,
    programs,
    plan,
    security: {
      twoStep: twoFactor.enabledMs !== null,
      passkeys: passkeys.length,
      canAddPasskeys: hasPasskeys(config.appOrigin),
    },
    theme: themeOf(c) as Theme,
    wordsInside,
    done: null,
    trouble: null,
    typed: {
      name: form?.get('name') === null || !form ? person.name : typed('name', 500),
      sender: form && form.get('sender') !== null ? typed('sender', 500) : sender?.chosen ? sender.nickname : '',
      email: typed('email', 320),
    },
    phoneField: phoneFieldOf(c, { config }, { country: typed('phone_country', 2), phone: typed('phone', 60) }),
    code: null,
    sudoToken: '',
    check: null,
    mailReturned,
    mail: mail.ready,
    sms: mail.textReady,
    mailbox: config.mail.driver === 'capture',
    ...shown,
  };
  return renderInDrive(
    { c, person: inFrame, space: plan.use },
    { title: t('auth.account.title'), status, scripts: 'sign-in', texts: PICTURE_TEXTS },
    confirm ? <AccountConfirmView what={confirm} page={page} /> : <AccountPageView page={page} />,
  );
}
