/** Sign-up and password reset by plain forms: the address first, then the code with the name or the new password. */
import type { Context } from 'hono';
import { CodePageView, type CodePageViewProps } from '#client/auth/sign-in/code-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, refusalOf } from '../render/form.ts';
import { CheckNeeded } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { answerAsk } from './ask-check.ts';
import { renderAuthPage } from './auth-layout.tsx';
import {
  type AddressFields,
  addresseeOf,
  addressText,
  type CodeFormFields,
  codeFieldsOf,
  codePageProps,
  isTokenLost,
  openedCode,
  refusedCode,
  sendCode,
  verifiedToken,
} from './code-form.ts';
import { enteredNew, invitationCodeOf } from './made-account.ts';
import { forgottenCode } from './mailed-code.ts';
import { readCarry } from './next.ts';

export type CodePageKind = 'sign-up' | 'reset';
type Shown = Partial<CodePageViewProps>;
const TOKEN_CHARS = 1_024;
const ADDRESS_CHARS = 320;
/** As in the form. */
const NAME_CHARS = 500;
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

/** Instead of a form that leads nowhere. */
function closedPage(c: Context<AppEnv>, kind: CodePageKind, text: string): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const title = t(kind === 'sign-up' ? 'auth.sign_up.title' : 'auth.reset.title');
  return renderAuthPage(
    c,
    { title, status: 403 },
    <div className="mt-[10svh] mb-auto">
      <EmptyState
        level="h1"
        title={title}
        text={text}
        action={
          <Button href={href('auth.sign-in')} variant="primary">
            {t('ui.shell.sign_in')}
          </Button>
        }
      />
    </div>,
  );
}

/** The page of a link that an operator gave: the fields that otherwise follow a code. Looking at it uses nothing. */
async function linkPage(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: AddressFields,
  token: string,
): Promise<Response> {
  c.header('referrer-policy', 'no-referrer');
  const isOpen = await deps.auth.isLinkOpen({ page: kind, email: fields.email, phone: fields.phone, token });
  if (!isOpen) return closedPage(c, kind, translatorOf(c.get('locale')).t('auth.link.over'));
  const name = (c.req.query('name') ?? '').slice(0, NAME_CHARS);
  return codePage(c, deps, kind, fields, { step: 'code', verificationToken: token, name });
}

/** An empty form. */
export async function codePageGet(c: Context<AppEnv>, deps: PageDeps, kind: CodePageKind): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const carry = readCarry(query, deps.config.appOrigin);
  const link = (query.get('link') ?? '').slice(0, TOKEN_CHARS);
  if (link !== '') {
    const [email, phone] = ['email', 'phone'].map((name) => (query.get(name) ?? '').slice(0, ADDRESS_CHARS));
    const fields = { carry, by: email ? 'email' : 'phone', email, phone, phoneCountry: '' } as AddressFields;
    return linkPage(c, deps, kind, fields, link);
  }
  if (kind === 'sign-up' && (await deps.auth.signUpRules(c.get('call'))).mode === 'closed')
    return closedPage(c, kind, translatorOf(c.get('locale')).t('auth.sign_up.closed'));
  const by = query.get('by') === 'phone' ? 'phone' : 'email';
  const empty = { carry, by, email: '', phone: '', phoneCountry: '' } as const;
  const { fields, shown } = await openedCode(c, deps, empty, kind);
  return codePage(c, deps, kind, fields, shown);
}

export async function codePagePost(c: Context<AppEnv>, deps: PageDeps, kind: CodePageKind): Promise<Response> {
  const form = await readForm(c, deps);
  const fields = codeFieldsOf(form, deps.config.appOrigin);
  const asked = await answerAsk(c, deps, form, fields);
  if (asked) return asked;
  if (fields.step === 'address') {
    if (kind === 'sign-up') {
      // Before a code is sent that would lead nowhere.
      const refusal = await signUpRefusalOf(c, deps, fields);
      if (refusal) return refusal;
    }
    const { shown, status } = await sendCode(c, deps, fields, kind);
    return codePage(c, deps, kind, fields, shown, status);
  }
  return kind === 'sign-up' ? makeAccount(c, deps, fields) : setPassword(c, deps, fields);
}

/** Runs before the code is used, because a code works once. @throws AppError invalid_password */
function checkPassword(c: Context<AppEnv>, { auth }: PageDeps, fields: CodeFormFields): Promise<void> {
  const { password, name } = fields;
  return auth.checkPassword({ password, address: addressText(fields), name }, 'password', c.get('call'));
}

async function makeAccount(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    await checkPassword(c, deps, fields);
    await c.get('requireDiskSpace')(0);
    verificationToken = await verifiedToken(deps, fields);
    const made = await deps.auth.signUp(
      {
        ...addresseeOf(fields),
        clientId: WEB_CLIENT,
        password: fields.password,
        verificationToken,
        name: fields.name,
        invitationCode: invitationCodeOf(c),
      },
      c.get('call'),
    );
    const entered = await enteredNew(c, deps, fields.carry.next, made);
    entered.headers.append('set-cookie', forgottenCode());
    return entered;
  } catch (error) {
    return refused(c, deps, 'sign-up', { ...fields, verificationToken }, error);
  }
}

async function setPassword(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response> {
  let { verificationToken } = fields;
  try {
    await checkPassword(c, deps, fields);
    verificationToken = await verifiedToken(deps, fields);
    await deps.auth.resetPassword(
      { ...addresseeOf(fields), clientId: WEB_CLIENT, newPassword: fields.password, verificationToken },
      c.get('call'),
    );
    c.header('set-cookie', forgottenCode(), { append: true });
    return codePage(c, deps, 'reset', fields, { step: 'done' });
  } catch (error) {
    return refused(c, deps, 'reset', { ...fields, verificationToken }, error);
  }
}

/** The form with the sentence of the operators' rules; null where they let the visitor in. */
async function signUpRefusalOf(c: Context<AppEnv>, deps: PageDeps, fields: CodeFormFields): Promise<Response | null> {
  const email = fields.by === 'email' ? fields.email : '';
  try {
    await deps.auth.requireSignUp({ email, invitationCode: invitationCodeOf(c) }, c.get('call'));
    return null;
  } catch (error) {
    return refused(c, deps, 'sign-up', fields, error);
  }
}

/** The same form with the refusal and the name that was typed. A link that has ended has no form: no code was sent. */
function refused(
  c: Context<AppEnv>,
  deps: PageDeps,
  kind: CodePageKind,
  fields: CodeFormFields,
  error: unknown,
): Promise<Response> {
  const isByLink = fields.verificationToken !== '' && fields.verificationId === '';
  if (isByLink && !(error instanceof CheckNeeded) && isTokenLost(refusalOf(error)))
    return closedPage(c, kind, translatorOf(c.get('locale')).t('auth.link.over'));
  const { shown, status } = refusedCode(c, fields, error);
  return codePage(c, deps, kind, fields, { ...shown, name: fields.name }, status);
}
