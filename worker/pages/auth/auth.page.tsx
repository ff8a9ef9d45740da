/** Signing in and out by plain forms, which work without script. */
import type { Context } from 'hono';
import { PasskeyButton } from '#client/auth/factor/passkey-button.view.tsx';
import type { Carry } from '#client/auth/sign-in/carry.view.tsx';
import { SignInView } from '#client/auth/sign-in/sign-in.view.tsx';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { SESSION_COOKIE, SIGNED_OUT_COOKIE, SIGNED_OUT_COOKIE_SECONDS, writeCookie } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, refusalOf, refusalStatus, requireOwnWrite, seeOther, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import { signedInPerson } from '../render/signed-in-person.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { answerAsk, passwordCall } from './ask-check.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { codeFieldsOf } from './code-form.ts';
import { devicePage } from './device.page.tsx';
import { readCarry } from './next.ts';
import { codeSignInPage, codeSignInPost, codeStartPost } from './sign-in-code.tsx';
import { entered, secondStepPost, statePage, unlockPost } from './sign-in-states.tsx';

type Shown = Partial<Parameters<typeof SignInView>[0]> & Pick<Parameters<typeof SignInView>[0], 'carry'>;

function signInForm(
  c: Context<AppEnv>,
  { config, mail, auth }: PageDeps,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const isDrive = shown.target === 'drive';
  const title = t(isDrive ? 'auth.sign_in.drive.title' : 'auth.sign_in.title');
  const description = t(isDrive ? 'auth.sign_in.drive.lead' : 'auth.sign_in.lead');
  return renderAuthPage(
    c,
    { title, description, status, scripts: 'sign-in' },
    <SignInView
      target="site"
      username=""
      error={null}
      check={null}
      person={null}
      isEnded={false}
      codes={mail.ready || mail.textReady}
      passkey={hasPasskeys(config.appOrigin) ? <PasskeyButton next={shown.carry.next} /> : null}
      providers={auth.signInProviders()}
      demo={
        config.demo
          ? { usernames: ['alice@example.com', 'bob@example.com', 'carla@example.com'], password: 'magpie-demo' }
          : null
      }
      {...shown}
    />,
  );
}

/** @param target  the page that the sign-in leads to; the form is the same */
export async function signInPage(
  c: Context<AppEnv>,
  deps: PageDeps,
  target: 'site' | 'drive' = 'site',
): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  if (query.has('user_code')) return devicePage(c, deps);
  const carry = readCarry(query, deps.config.appOrigin);
  if (query.get('way') === 'code')
    return codeSignInPage(c, deps, carry, query.get('by') === 'phone' ? 'phone' : 'email');
  const person = await signedInPerson(c, deps);
  // The user signed in in another tab while the dialog was open.
  if (carry.dialog && person !== null) return c.redirect(carry.next, 303);
  // A session cookie of an ended session. A sign-out in this browser would have removed it.
  const isEnded = person === null && c.get('isSignedInHere');
  return signInForm(c, deps, { carry, target, person, isEnded });
}

/** Answers the forms of the page; the field `step` names the form. */
export async function signInPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const fields = codeFieldsOf(form, deps.config.appOrigin);
  const asked = await answerAsk(c, deps, form, fields);
  if (asked) return asked;
  switch (form.get('step')) {
    case 'by-code':
      return codeStartPost(c, deps, fields, form.field('username', 320).trim());
    case 'address':
    case 'code':
      return codeSignInPost(c, deps, fields);
    case 'second-factor':
      return (await secondStepPost(c, deps, fields.carry, form)) ?? startAgain(c, deps, fields.carry);
    case 'unlock':
      return (await unlockPost(c, deps, fields.carry, form)) ?? startAgain(c, deps, fields.carry);
    default:
      return passwordPost(c, deps, { ...fields, username: form.field('username', 320) });
  }
}

/** The result of the first step has expired: the user repeats it. */
function startAgain(c: Context<AppEnv>, deps: PageDeps, carry: Carry): Promise<Response> {
  return signInForm(c, deps, { carry, error: translatorOf(c.get('locale')).t('auth.sign_in.over') }, 400);
}

type PasswordFields = ReturnType<typeof codeFieldsOf> & { readonly username: string };

async function passwordPost(c: Context<AppEnv>, deps: PageDeps, fields: PasswordFields): Promise<Response> {
  const { carry, username } = fields;
  try {
    return entered(c, carry, await signInByPassword(c, deps, fields));
  } catch (error) {
    if (error instanceof CheckNeeded) return signInForm(c, deps, { carry, username, check: error.check });
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    const refusal = refusalOf(error);
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return signInForm(c, deps, { carry, username, error: sentence }, refusalStatus(refusal));
  }
}

/** @throws CheckNeeded, AppError as auth.signIn */
async function signInByPassword(c: Context<AppEnv>, deps: PageDeps, fields: PasswordFields) {
  const { username, password } = fields;
  if (!username || !password) throw new AppError('invalid_account_or_password');
  const attempt = (captchaToken: string) =>
    deps.auth.signIn({ clientId: WEB_CLIENT, username, password, captchaToken }, c.get('call'));
  const guarded = { ...passwordCall(username), given: fields.captchaToken };
  return withCaptcha(c, deps, { ...guarded, needsHuman: () => true }, attempt);
}

export async function signOutPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  requireOwnWrite(c, deps);
  const token = c.get('cookies').get(SESSION_COOKIE) ?? '';
  const { setCookie } = await deps.auth.signOut({ token }, c.get('call'));
  // A form without script has deleted nothing in the browser: the next page does it.
  const isPlain = c.req.header('sec-fetch-mode') !== 'cors';
  const marks = isPlain ? [writeCookie(SIGNED_OUT_COOKIE, true, { maxAgeSeconds: SIGNED_OUT_COOKIE_SECONDS })] : [];
  return seeOther(href('auth.sign-in'), setCookie, ...marks);
}
