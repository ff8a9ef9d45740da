/** Connecting a program by the browser: `/auth/connect?user_code=`, as the program opens it. Nothing is allowed by opening it. */
import type { Context } from 'hono';
import { type ProgramLoginProps, ProgramLoginView } from '#client/auth/oauth/program-login.view.tsx';
import type { FolderChoice } from '#client/auth/programs/folder-field.view.tsx';
import type { HumanCheck } from '#client/shield/check-fields.view.tsx';
import { isCountryCode } from '#shared/country/model.ts';
import { shownMail } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { folderOf, pickIn, requireFolder, WHOLE_DRIVE } from '../account/folder-pick.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';

type Scope = 'read' | 'write';

/** Parts of the form besides the request. */
interface Shown {
  readonly scope: Scope;
  readonly folder: FolderChoice;
  readonly error: string | null;
  readonly check: HumanCheck | null;
}

const FRESH: Shown = { scope: 'write', folder: WHOLE_DRIVE, error: null, check: null };

function hereWith(userCode: string): string {
  return `${href('auth.connect')}?${new URLSearchParams({ user_code: userCode })}`;
}

function signInHref(userCode: string): string {
  return `${href('auth.sign-in')}?${new URLSearchParams({ next: hereWith(userCode) })}`;
}

function show(c: Context<AppEnv>, props: ProgramLoginProps, status: 200 | 400 | 429 = 200): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const query =
    props.step === 'confirm' || props.step === 'pick'
      ? new URLSearchParams({ user_code: props.userCode }).toString()
      : '';
  const headers = { 'referrer-policy': 'same-origin' };
  return renderAuthPage(
    c,
    { title: t('programs.login.title'), status, query, headers, scripts: 'sign-in' },
    <ProgramLoginView {...props} />,
  );
}

async function confirmForm(
  c: Context<AppEnv>,
  { auth, mail }: PageDeps,
  typed: string,
  caller: Caller,
  { status = 200, ...shown }: Shown & { readonly status?: 200 | 400 | 429 },
): Promise<Response> {
  const { userCode, program, from, atMs } = await auth.programLogin(typed, caller, c.get('call'));
  const { name, email, phone_number: phone, password } = await auth.profile(caller);
  const names = new Intl.DisplayNames([c.get('locale')], { type: 'region' });
  return show(
    c,
    {
      ...shown,
      step: 'confirm',
      userCode,
      program,
      place: isCountryCode(from) ? (names.of(from) ?? from) : from,
      atMs,
      person: { name, address: shownMail(email) || phone },
      account: caller.userId,
      switchHref: signInHref(userCode),
      hasPassword: password !== '',
      mail: mail.ready,
      sms: mail.textReady,
    },
    status,
  );
}

/** A request that has ended, or too many tries; a user whose session has ended signs in first. */
function refuse(c: Context<AppEnv>, userCode: string, error: unknown): Promise<Response> | Response {
  if (asAppError(error).errorName === 'unauthenticated') return seeOther(signInHref(userCode));
  const refusal = refusalOf(error);
  const translator = translatorOf(c.get('locale'));
  const isGone = refusal.errorName === 'expired_token';
  const text = isGone ? translator.t('programs.login.gone') : sentenceOf(refusal, translator);
  return show(c, { step: 'gone', text }, refusalStatus(refusal));
}

export async function connectPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const userCode = (new URL(c.req.url).searchParams.get('user_code') ?? '').slice(0, MAX_PASTED_CHARS);
  const { caller } = c.get('call');
  if (!caller) return seeOther(signInHref(userCode));
  try {
    return await confirmForm(c, deps, userCode, caller, FRESH);
  } catch (error) {
    return refuse(c, userCode, error);
  }
}

/** The password, with the human check where the shield asks for one. @throws CheckNeeded; AppError as `sudo` */
async function confirmed(c: Context<AppEnv>, deps: PageDeps, form: SentForm, caller: Caller): Promise<string> {
  const guarded = {
    action: 'POST:/v1/auth/signin',
    given: form.field('captcha_token', 4_096),
    needsHuman: () => false,
  };
  const password = form.field('password', 1_024);
  const { sudoToken } = await withCaptcha(c, deps, guarded, (captchaToken) =>
    deps.auth.sudo({ password, captchaToken }, caller, c.get('call')),
  );
  return sudoToken;
}

async function decide(
  c: Context<AppEnv>,
  deps: PageDeps,
  form: SentForm,
  { userCode, caller, typed }: { userCode: string; caller: Caller; typed: Pick<Shown, 'scope' | 'folder'> },
): Promise<Response> {
  const isAllowed = form.get('decision') === 'allow';
  let sudoToken = '';
  try {
    if (isAllowed) await requireFolder({ c, deps, caller }, typed.folder.id);
    if (isAllowed) sudoToken = await confirmed(c, deps, form, caller);
  } catch (error) {
    if (error instanceof CheckNeeded)
      return confirmForm(c, deps, userCode, caller, { ...typed, error: null, check: error.check });
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw error;
    const text = sentenceOf(refusal, translatorOf(c.get('locale')));
    return confirmForm(c, deps, userCode, caller, {
      ...typed,
      error: text,
      check: null,
      status: refusalStatus(refusal),
    });
  }
  const decision = { userCode, scope: isAllowed ? typed.scope : null, folderId: typed.folder.id, sudoToken };
  await deps.auth.decideProgramLogin(decision, caller, c.get('call'));
  return show(c, { step: 'done', isAllowed });
}

export async function connectPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const userCode = form.field('user_code', MAX_PASTED_CHARS);
  const decision = form.get('decision');
  const { caller } = c.get('call');
  if (!caller) return seeOther(signInHref(userCode));
  try {
    // Another tab may have changed the account since the page was made.
    const isSamePerson = caller.userId === form.get('account');
    if (!isSamePerson) return await confirmForm(c, deps, userCode, caller, FRESH);
    const parts = { c, deps, caller };
    const [open, page, use] = [form.get('open'), form.get('page'), form.get('use')];
    const folderId = use ?? form.field('folder_id', 26);
    const folder = (await folderOf(parts, folderId)) ?? { id: folderId, name: '' };
    const typed = { scope: form.get('scope') === 'read' ? ('read' as const) : ('write' as const), folder };
    if (open !== null || page !== null) {
      const pick = await pickIn(parts, open ?? form.field('here', 26), page ?? '');
      return await show(c, { step: 'pick', userCode, account: caller.userId, ...typed, pick });
    }
    if (decision !== 'allow' && decision !== 'deny')
      return await confirmForm(c, deps, userCode, caller, { ...FRESH, ...typed });
    return await decide(c, deps, form, { userCode, caller, typed });
  } catch (error) {
    return refuse(c, userCode, error);
  }
}
