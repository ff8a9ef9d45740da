/** Sign-up and password reset by plain forms: the address first, then the code with the name or the new password. */
import type { Context } from 'hono';
import { CodePageView, type CodePageViewProps } from '#client/auth/sign-in/code-page.view.tsx';
import { judgePassword } from '#shared/auth/rules.ts';
import { NEW_USER_COOKIE, NEW_USER_COOKIE_SECONDS, writeCookie } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { welcomeCookies } from '../referral/welcome.ts';
import { readForm, seeOther } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';
import {
  type AddressFields,
  addresseeOf,
  addressText,
  type CodeFormFields,
  codeFieldsOf,
  codePageProps,
  refusedCode,
  sendCode,
  verifiedToken,
} from './code-form.ts';
import { readCarry } from './next.ts';

export type CodePageKind = 'sign-up' | 'reset';
type Shown = Partial<CodePageViewProps>;
type Status = 200 | 400 | 429;

/** @param fields  as typed so far */
export function codePage(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: AddressFields,
  shown: Shown = {},
  status: Status = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const title = t(kind === 'sign-up' ? 'auth.sign_up.title' : 'auth.reset.title');
  return renderAuthPage(
    c,
    { title, status, scripts: 'sign-in' },
    <CodePageView kind={kind} step="address" name="" why={null} {...codePageProps(c, deps, fields)} {...shown} />,
  );
}

/** An empty form. */
export function codePageGet(c: Context<AppEnv>, deps: PageDeps, kind: CodePageKind): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const by = query.get('by') === 'phone' ? 'phone' : 'email';
  const carry = readCarry(query, deps.config.appOrigin);
  return codePage(c, deps, kind, { carry, by, email: '', phone: '', phoneCountry: '' });
}

export async function codePagePost(c: Context<AppEnv>, deps: PageDeps, kind: CodePageKind): Promise<Response> {
  const fields = codeFieldsOf(await readForm(c, deps), deps.config.appOrigin);
  if (fields.step === 'address') {
    const { shown, status } = await sendCode(c, deps, fields, kind);
    return codePage(c, deps, kind, fields, shown, status);
  }
  return kind === 'sign-up' ? makeAccount(c, deps, fields) : setPassword(c, deps, fields);
}

/** Runs before the code is used, because a code works once. @throws AppError invalid_password */
function checkPassword(fields: CodeFormFields): void {
  if (judgePassword(fields.password, addressText(fields)) !== null)
    throw new AppError('invalid_password', { messageKey: 'auth.password.rule' });
}

async function makeAccount(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    checkPassword(fields);
    await c.get('requireDiskSpace')(0);
    verificationToken = await verifiedToken(deps, fields);
    const { tokens, setCookie } = await deps.auth.signUp(
      {
        ...addresseeOf(fields),
        clientId: WEB_CLIENT,
        password: fields.password,
        verificationToken,
        name: fields.name,
      },
      c.get('call'),
    );
    // Makes the drive show its guide once.
    const newUser = writeCookie(NEW_USER_COOKIE, true, { maxAgeSeconds: NEW_USER_COOKIE_SECONDS });
    return seeOther(fields.carry.next, setCookie, newUser, ...(await welcomeCookies(c, deps, tokens.sub)));
  } catch (error) {
    return refused(c, deps, 'sign-up', { ...fields, verificationToken }, error);
  }
}

async function setPassword(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    checkPassword(fields);
    verificationToken = await verifiedToken(deps, fields);
    await deps.auth.resetPassword(
      { ...addresseeOf(fields), clientId: WEB_CLIENT, newPassword: fields.password, verificationToken },
      c.get('call'),
    );
    return codePage(c, deps, 'reset', fields, { step: 'done' });
  } catch (error) {
    return refused(c, deps, 'reset', { ...fields, verificationToken }, error);
  }
}

/** The same form with the refusal and the name that was typed. */
function refused(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: CodeFormFields,
  error: unknown,
): Promise<Response> {
  const { shown, status } = refusedCode(c, fields, error);
  return codePage(c, deps, kind, fields, { ...shown, name: fields.name }, status);
}
