/** Signing in by a code: where it goes, then what it says. Who has no account yet goes on to make one, with the code kept. */
import type { Context } from 'hono';
import type { CodePageProps } from '#client/auth/sign-in/code-parts.view.tsx';
import { CodeSignInView } from '#client/auth/sign-in/sign-in.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { isEmail } from '#shared/auth/rules.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { codePage } from './code.page.tsx';
import {
  addresseeOf,
  addressText,
  askForCode,
  CheckNeeded,
  type CodeFormFields,
  canSend,
  codePageProps,
  faultyField,
  isTokenLost,
  refusalOf,
  refusalStatus,
  sentenceOf,
  verifiedToken,
} from './code-form.ts';
import { entered, statePage } from './sign-in-states.tsx';

type Typed = Pick<CodeFormFields, 'carry' | 'by' | 'email' | 'phone' | 'phoneCountry'>;

export function codeSignInForm(
  c: Context<AppEnv>,
  deps: PageDeps,
  typed: Typed,
  shown: Partial<CodePageProps> = {},
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const page: CodePageProps = { step: 'address', ...codePageProps(c, deps, typed), ...shown };
  return renderPage(
    c,
    { head: { title: `${t('auth.sign_in.code.title')} · Magpie`, noindex: true }, status, scripts: 'sign-in' },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <CodeSignInView page={page} />
    </PublicShell>,
  );
}

/** From the password's form: what was typed as a name is where the code goes, when a code can go there. */
export function codeStartPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  fields: CodeFormFields,
  username: string,
): Promise<Response> {
  const typed: Typed = { carry: fields.carry, by: 'email', email: '', phone: '', phoneCountry: '' };
  if (isEmail(username)) return sendCode(c, deps, { ...fields, ...typed, email: username });
  const phone = { ...typed, by: 'phone', phone: username } as const;
  if (/^\+[\d\s().-]{7,}$/.test(username)) return sendCode(c, deps, { ...fields, ...phone });
  if (username === '') return codeSignInForm(c, deps, typed);
  const { t } = translatorOf(c.get('locale'));
  return codeSignInForm(c, deps, typed, { error: t('auth.sign_in.code.name') }, 400);
}

export async function codeSignInPost(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  return fields.step === 'address' ? sendCode(c, deps, fields) : checkCode(c, deps, fields);
}

async function sendCode(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  if (!canSend(deps, fields)) return codeSignInForm(c, deps, fields);
  try {
    const { verificationId } = await askForCode(c, deps, {
      to: addresseeOf(fields),
      usage: 'sign-in',
      given: fields.captchaToken,
    });
    const waitSeconds = deps.config.limits.mailGapSeconds;
    return codeSignInForm(c, deps, fields, { step: 'code', verificationId, waitSeconds });
  } catch (error) {
    return refused(c, deps, { ...fields, step: 'address' }, error);
  }
}

async function checkCode(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    verificationToken = await verifiedToken(deps, fields);
    const username = addressText(fields);
    const input = { clientId: WEB_CLIENT, username, password: '', verificationToken, captchaToken: '' };
    return entered(fields.carry, await deps.auth.signIn(input, c.get('call')));
  } catch (error) {
    if (verificationToken !== '' && asAppError(error).errorName === 'user_not_exist') {
      const why = translatorOf(c.get('locale')).t('auth.sign_in.new_here');
      return codePage(c, deps, 'sign-up', fields, { step: 'code', verificationToken, why });
    }
    const state = await statePage(c, fields.carry, error);
    return state ?? refused(c, deps, { ...fields, verificationToken }, error);
  }
}

/** The same form once more, with what was wrong or still to be done. */
function refused(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields, error: unknown): Promise<Response> {
  const { verificationId } = fields;
  // Who asks for another code too soon keeps the one that is under way.
  const step = fields.step === 'address' && verificationId === '' ? 'address' : 'code';
  if (error instanceof CheckNeeded)
    return codeSignInForm(c, deps, fields, { step, verificationId, check: error.check });
  const refusal = refusalOf(error);
  return codeSignInForm(
    c,
    deps,
    fields,
    {
      step,
      verificationId,
      verificationToken: isTokenLost(refusal) ? '' : fields.verificationToken,
      waitSeconds: refusal.detail?.retryInSeconds ?? 0,
      error: sentenceOf(refusal, translatorOf(c.get('locale'))),
      field: faultyField(refusal),
    },
    refusalStatus(refusal),
  );
}
