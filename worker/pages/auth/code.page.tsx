/** Making an account, and choosing a new password, by plain forms: an address, then the code with what is still to be said. */
import type { Context } from 'hono';
import { CodePageView, type CodePageViewProps } from '#client/auth/sign-in/code-page.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { judgePassword } from '#shared/auth/rules.ts';
import { NEW_USER_COOKIE, NEW_USER_COOKIE_SECONDS, writeCookie } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import {
  addresseeOf,
  addressText,
  askForCode,
  CheckNeeded,
  type CodeFormFields,
  canSend,
  codeFieldsOf,
  codePageProps,
  faultyField,
  isTokenLost,
  readForm,
  refusalOf,
  refusalStatus,
  sentenceOf,
  verifiedToken,
} from './code-form.ts';
import { readCarry } from './next.ts';

export type CodePageKind = 'sign-up' | 'reset';
type Shown = Partial<CodePageViewProps>;
type Status = 200 | 400 | 429;

/** @param fields  what was typed so far */
export function codePage(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: Pick<CodeFormFields, 'carry' | 'by' | 'email' | 'phone' | 'phoneCountry'>,
  shown: Shown = {},
  status: Status = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const title = t(kind === 'sign-up' ? 'auth.sign_up.title' : 'auth.reset.title');
  return renderPage(
    c,
    { head: { title: `${title} · Magpie`, noindex: true }, status, scripts: 'sign-in' },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <CodePageView kind={kind} step="address" name="" why={null} {...codePageProps(c, deps, fields)} {...shown} />
    </PublicShell>,
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
  if (fields.step === 'address') return sendCode(c, deps, kind, fields);
  return kind === 'sign-up' ? makeAccount(c, deps, fields) : setPassword(c, deps, fields);
}

async function sendCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: CodeFormFields,
): Promise<Response> {
  if (!canSend(deps, fields)) return codePage(c, deps, kind, fields);
  try {
    const { verificationId } = await askForCode(c, deps, {
      to: addresseeOf(fields),
      usage: kind,
      given: fields.captchaToken,
    });
    const waitSeconds = deps.config.limits.mailGapSeconds;
    return codePage(c, deps, kind, fields, { step: 'code', verificationId, waitSeconds });
  } catch (error) {
    return refused(c, deps, kind, fields, error);
  }
}

/** Before the code is spent: it works once. @throws AppError invalid_password */
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
    const { setCookie } = await deps.auth.signUp(
      {
        ...addresseeOf(fields),
        clientId: WEB_CLIENT,
        password: fields.password,
        verificationToken,
        name: fields.name,
      },
      c.get('call'),
    );
    const headers = new Headers({ location: fields.carry.next, 'cache-control': 'no-store' });
    headers.append('set-cookie', setCookie);
    // The drive shows its guide once.
    headers.append('set-cookie', writeCookie(NEW_USER_COOKIE, true, { maxAgeSeconds: NEW_USER_COOKIE_SECONDS }));
    return new Response(null, { status: 303, headers });
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

/** The same form once more, with what was wrong or still to be done. */
function refused(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: CodeFormFields,
  error: unknown,
): Promise<Response> {
  const { verificationId, name } = fields;
  // Who asks for another code too soon keeps the one that is under way.
  const step = fields.step === 'address' && verificationId === '' ? 'address' : 'code';
  const kept: Shown = { step, verificationId, name };
  if (error instanceof CheckNeeded) return codePage(c, deps, kind, fields, { ...kept, check: error.check });
  const refusal = refusalOf(error);
  return codePage(
    c,
    deps,
    kind,
    fields,
    {
      ...kept,
      verificationToken: isTokenLost(refusal) ? '' : fields.verificationToken,
      waitSeconds: refusal.detail?.retryInSeconds ?? 0,
      error: sentenceOf(refusal, translatorOf(c.get('locale'))),
      field: faultyField(refusal),
    },
    refusalStatus(refusal),
  );
}
