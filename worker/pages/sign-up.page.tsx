/** Making an account by plain forms: an address, then the code with a password and a name. */
import type { Context } from 'hono';
import { SignUpView, type SignUpViewProps } from '#client/auth/sign-up.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { judgePassword } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { WEB_CLIENT } from './auth.page.tsx';
import {
  askForCode,
  type CodeFormFields,
  isTokenLost,
  readCodeForm,
  refusalOf,
  refusalStatus,
  sentenceOf,
  verifiedToken,
} from './code-form.ts';
import { safeNext } from './next.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from './render.tsx';
import type { PageDeps } from './services.ts';

type Shown = Partial<SignUpViewProps> & { readonly next: string };

function signUpForm(
  c: Context<AppEnv>,
  { config, mail }: PageDeps,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('auth.sign_up.title')} · Magpie`, noindex: true }, status },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <SignUpView
        step="address"
        email=""
        name=""
        verificationId=""
        verificationToken=""
        error={null}
        mail={mail.ready}
        mailbox={config.mail.driver === 'capture'}
        {...shown}
      />
    </PublicShell>,
  );
}

export function signUpPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return signUpForm(c, deps, { next: safeNext(c.req.query('next') ?? '', deps.config.appOrigin) });
}

export async function signUpPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readCodeForm(c, deps);
  return form.step === 'address' ? sendCode(c, deps, form) : makeAccount(c, deps, form);
}

async function sendCode(c: Context<AppEnv>, deps: PageDeps, form: CodeFormFields): Promise<Response> {
  const { next, email, verificationId } = form;
  try {
    const started = await askForCode(c, deps, { email, usage: 'sign-up' });
    return signUpForm(c, deps, { step: 'code', next, email, verificationId: started.verificationId });
  } catch (error) {
    const refusal = refusalOf(error);
    // Who asks for another code too soon keeps the one that is under way.
    const step = verificationId === '' ? 'address' : 'code';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return signUpForm(c, deps, { step, next, email, verificationId, error: sentence }, refusalStatus(refusal));
  }
}

async function makeAccount(c: Context<AppEnv>, deps: PageDeps, form: CodeFormFields): Promise<Response> {
  const { next, email, verificationId, password, name } = form;
  let { verificationToken } = form;
  try {
    // Before the code is spent: it works once.
    if (judgePassword(password, email) !== null)
      throw new AppError('invalid_password', { messageKey: 'auth.password.rule' });
    verificationToken = await verifiedToken(deps, form);
    const { setCookie } = await deps.auth.signUp(
      { clientId: WEB_CLIENT, email, password, verificationToken, name },
      c.get('call'),
    );
    return new Response(null, {
      status: 303,
      headers: { location: next, 'set-cookie': setCookie, 'cache-control': 'no-store' },
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (isTokenLost(refusal)) verificationToken = '';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    const shown: Shown = { step: 'code', next, email, name, verificationId, verificationToken, error: sentence };
    return signUpForm(c, deps, shown, refusalStatus(refusal));
  }
}
