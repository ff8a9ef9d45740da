/** `/drive/account/security`: two-step sign-in and passkeys. Personal, never cached. */
import type { Context } from 'hono';
import type { FactorSectionProps } from '#client/auth/factor/factor-fields.view.tsx';
import { FactorSection } from '#client/auth/factor/factor-section.view.tsx';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { PASSKEYS_NEED_NAME, readUserAgent } from '#worker/services/auth/index.ts';
import { asPerson } from '../auth/as-person.ts';
import { leadToProvider, linkRefused } from '../auth/provider.page.tsx';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, type SentForm, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { type FactorShown, factorPost } from './factor-forms.ts';

export function securityPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const provider = deps.auth.signInProviders().find(({ id }) => id === c.req.query('linked'));
  const { t } = translatorOf(c.get('locale'));
  const shown = provider ? { notice: t('auth.provider.done.linked', { provider: provider.name }) } : {};
  return asPerson(c, href('account.security'), (caller) => show(c, deps, caller, shown, 200));
}

export async function securityPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, href('account.security'), async (caller) => {
    if (form.get('step') === 'provider-link') return linkPost(c, deps, caller, form);
    const { shown, status } = await factorPost(c, deps, caller, form);
    return show(c, deps, caller, shown, status);
  });
}

/** Leads to the provider; without a valid confirmation the page asks for the password again. */
async function linkPost(c: Context<AppEnv>, deps: PageDeps, caller: Caller, form: SentForm): Promise<Response> {
  const provider = deps.auth.signInProviders().find(({ id }) => id === form.get('provider'));
  if (!provider) return show(c, deps, caller, {}, 400);
  const input = { providerId: provider.id, sudoToken: form.field('sudo_token', 4_096) };
  try {
    return await leadToProvider(c, await deps.auth.beginProviderLink(input, caller, c.get('call')));
  } catch (error) {
    const refusal = asAppError(error);
    if (refusal.detail?.reason !== 'sudo_required') return linkRefused(c, provider, error);
    const text = sentenceOf(refusal, translatorOf(c.get('locale')));
    return show(c, deps, caller, { error: { part: 'confirm', text } }, 400);
  }
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  shown: FactorShown,
  status: 200 | 400 | 429,
): Promise<Response> {
  const { auth, drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const { sudoToken = '' } = shown;
  const [profile, person, space, twoFactor, passkeys, links, { isConfirmed, newPasskey }] = await Promise.all([
    auth.profile(caller),
    drivePerson(deps, caller),
    drive.space(caller),
    auth.twoFactor(caller),
    auth.passkeys(caller),
    auth.providerLinks(caller),
    challengeFor(c, deps, caller, sudoToken),
  ]);
  const props: FactorSectionProps = {
    action: href('account.security'),
    account: profile.email || profile.name,
    twoFactor,
    passkeys,
    canAddPasskeys: hasPasskeys(deps.config.appOrigin),
    providers: { providers: auth.signInProviders(), links },
    hasPassword: profile.password !== '',
    mail: deps.mail.ready,
    sms: deps.mail.textReady,
    setup: null,
    recoveryCodes: null,
    notice: null,
    error: null,
    check: null,
    ...shown,
    newPasskey,
    sudoToken: isConfirmed ? sudoToken : '',
  };
  return renderInDrive(
    { c, person, space },
    { title: t('auth.factor.page.title'), status, scripts: 'sign-in' },
    <div className="drive-page">
      <a className="link text-sm" href={href('account.settings')}>
        {t('auth.account.title')}
      </a>
      <h1 className="page-title">{t('auth.factor.page.title')}</h1>
      <p className="mt-2 mb-6 text-muted">{t('auth.factor.page.lead')}</p>
      <FactorSection {...props} />
    </div>,
  );
}

/** Not confirmed until the user shows the password, and after the confirmation expires. */
async function challengeFor(
  c: Context<AppEnv>,
  { auth }: PageDeps,
  caller: Caller,
  sudoToken: string,
): Promise<{ readonly isConfirmed: boolean; readonly newPasskey: FactorSectionProps['newPasskey'] }> {
  if (sudoToken === '') return { isConfirmed: false, newPasskey: null };
  try {
    const call = c.get('call');
    const challenge = await auth.passkeyOptions(caller, { sudoToken }, call);
    return { isConfirmed: true, newPasskey: { ...challenge, name: readUserAgent(call.userAgent) } };
  } catch (error) {
    const reason = asAppError(error).detail?.reason;
    if (reason !== 'sudo_required' && reason !== PASSKEYS_NEED_NAME) throw error;
    return { isConfirmed: reason === PASSKEYS_NEED_NAME, newPasskey: null };
  }
}
