/** Choosing a new password by plain forms: an address, then the code with the password. */
import type { Context } from 'hono';
import { ResetView, type ResetViewProps } from '#client/auth/reset.view.tsx';
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

type Shown = Partial<ResetViewProps> & { readonly next: string };

function resetForm(
  c: Context<AppEnv>,
  { config, mail }: PageDeps,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('auth.reset.title')} · Magpie`, noindex: true }, status },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <ResetView
        step="address"
        email=""
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

export function resetPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return resetForm(c, deps, { next: safeNext(c.req.query('next') ?? '', deps.config.appOrigin) });
}

export async function resetPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readCodeForm(c, deps);
  return form.step === 'address' ? sendCode(c, deps, form) : setPassword(c, deps, form);
}

async function sendCode(c: Context<AppEnv>, deps: PageDeps, form: CodeFormFields): Promise<Response> {
  const { next, email, verificationId } = form;
  try {
    const started = await askForCode(c, deps, { email, usage: 'reset' });
    return resetForm(c, deps, { step: 'code', next, email, verificationId: started.verificationId });
  } catch (error) {
    const refusal = refusalOf(error);
    // Who asks for another code too soon keeps the one that is under way.
    const step = verificationId === '' ? 'address' : 'code';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    return resetForm(c, deps, { step, next, email, verificationId, error: sentence }, refusalStatus(refusal));
  }
}

async function setPassword(c: Context<AppEnv>, deps: PageDeps, form: CodeFormFields): Promise<Response> {
  const { next, email, verificationId, password } = form;
  let { verificationToken } = form;
  try {
    // Before the code is spent: it works once.
    if (judgePassword(password, email) !== null)
      throw new AppError('invalid_password', { messageKey: 'auth.password.rule' });
    verificationToken = await verifiedToken(deps, form);
    await deps.auth.resetPassword(
      { clientId: WEB_CLIENT, email, newPassword: password, verificationToken },
      c.get('call'),
    );
    return resetForm(c, deps, { step: 'done', next });
  } catch (error) {
    const refusal = refusalOf(error);
    if (isTokenLost(refusal)) verificationToken = '';
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    const shown: Shown = { step: 'code', next, email, verificationId, verificationToken, error: sentence };
    return resetForm(c, deps, shown, refusalStatus(refusal));
  }
}
