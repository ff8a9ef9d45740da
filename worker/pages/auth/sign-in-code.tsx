/** Signing in by a code: the address first, then the code. A visitor without an account goes on to sign-up with the proven code. */
import type { Context } from 'hono';
import type { CodePageProps } from '#client/auth/sign-in/code-parts.view.tsx';
import { CodeSignInView } from '#client/auth/sign-in/sign-in.view.tsx';
import { isEmail } from '#shared/auth/rules.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { plainText } from '#shared/intake/plain-text.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { codePage } from './code.page.tsx';
import {
  type AddressFields,
  addressText,
  type CodeFormFields,
  codePageProps,
  openedCode,
  refusedCode,
  sendCode,
  verifiedToken,
} from './code-form.ts';
import { forgottenCode } from './mailed-code.ts';
import { entered, statePage } from './sign-in-states.tsx';

function codeSignInForm(
  c: Context<AppEnv>,
  deps: PageDeps,
  typed: AddressFields,
  shown: Partial<CodePageProps> = {},
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const page: CodePageProps = { step: 'address', ...codePageProps(c, deps, typed), ...shown };
  return renderAuthPage(
    c,
    { title: t('auth.sign_in.code.title'), status, scripts: 'sign-in' },
    <CodeSignInView page={page} />,
  );
}

/** The page as it is opened. */
export async function codeSignInPage(
  c: Context<AppEnv>,
  deps: PageDeps,
  carry: AddressFields['carry'],
  by: AddressFields['by'],
): Promise<Response> {
  const empty = { carry, by, email: '', phone: '', phoneCountry: '' } as const;
  const { fields, shown } = await openedCode(c, deps, empty, 'sign-in');
  return codeSignInForm(c, deps, fields, shown);
}

/** Answers "Send a code" of the password form: sends the code to the typed name when that is an email address or a number. */
export function codeStartPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  fields: CodeFormFields,
  username: string,
): Promise<Response> {
  const typed: AddressFields = { carry: fields.carry, by: 'email', email: '', phone: '', phoneCountry: '' };
  const email = mailAddressIn(username);
  if (isEmail(email)) return codeSentForm(c, deps, { ...fields, ...typed, email });
  const plain = plainText(username);
  const phone = { ...typed, by: 'phone', phone: plain } as const;
  if (/^(?:tel:)?\+[\d\s().\p{Pd}]{7,}$/iu.test(plain)) return codeSentForm(c, deps, { ...fields, ...phone });
  if (username === '') return codeSignInForm(c, deps, typed);
  const { t } = translatorOf(c.get('locale'));
  return codeSignInForm(c, deps, typed, { error: t('auth.sign_in.code.name') }, 400);
}

export async function codeSignInPost(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  return fields.step === 'address' ? codeSentForm(c, deps, fields) : checkCode(c, deps, fields);
}

async function codeSentForm(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  const { shown, status } = await sendCode(c, deps, fields, 'sign-in');
  return codeSignInForm(c, deps, fields, shown, status);
}

async function checkCode(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    verificationToken = await verifiedToken(deps, fields);
    const username = addressText(fields);
    const input = { clientId: WEB_CLIENT, username, password: '', verificationToken, captchaToken: '' };
    const answer = entered(c, fields.carry, await deps.auth.signIn(input, c.get('call')));
    answer.headers.append('set-cookie', forgottenCode());
    return answer;
  } catch (error) {
    if (verificationToken !== '' && asAppError(error).errorName === 'user_not_exist') {
      const why = translatorOf(c.get('locale')).t('auth.sign_in.new_here');
      const { verificationId } = fields;
      return codePage(c, deps, 'sign-up', fields, { step: 'code', verificationId, verificationToken, why });
    }
    const state = await statePage(c, fields.carry, error);
    if (state !== null) return state;
    const { shown, status } = refusedCode(c, { ...fields, verificationToken }, error);
    return codeSignInForm(c, deps, fields, shown, status);
  }
}
