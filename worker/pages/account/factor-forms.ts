/** What the forms of client/auth/factor/factor-section.view.tsx do: one step a form, and what the section shows after it. */
import type { Context } from 'hono';
import type { FactorPart, FactorSectionProps } from '#client/auth/factor/factor-fields.view.tsx';
import type { Translator } from '#shared/locale/translator.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { CheckNeeded, humanToken, refusalOf, refusalStatus, type SentForm, sentenceOf } from '../auth/code-form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** What a step adds to the section. */
export type FactorShown = Partial<
  Pick<FactorSectionProps, 'sudoToken' | 'setup' | 'recoveryCodes' | 'notice' | 'error' | 'check'>
>;

interface Step {
  readonly c: Context<AppEnv>;
  readonly deps: PageDeps;
  readonly caller: Caller;
  readonly form: SentForm;
  /** '' when the form brought none. */
  readonly sudoToken: string;
  readonly t: Translator['t'];
}

/** A step: the part its refusal belongs to, and what it does. */
const STEPS: Readonly<Record<string, readonly [FactorPart, (step: Step) => Promise<FactorShown>]>> = {
  confirm: ['confirm', confirm],
  'two-setup': ['two', setUp],
  'two-on': ['setup', turnOn],
  'two-off': ['off', turnOff],
  'two-renew': ['two', renew],
  'passkey-add': ['passkey', add],
  'passkey-rename': ['passkey', rename],
  'passkey-remove': ['passkey', remove],
};

/** @returns what to show, and the status of the page. Throws what no person can mend, and `unauthenticated` */
export async function factorPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  form: SentForm,
): Promise<{ shown: FactorShown; status: 200 | 400 | 429 }> {
  const sudoToken = form.field('sudo_token', 4_096);
  const name = form.get('step') ?? '';
  const [part, run] = (Object.hasOwn(STEPS, name) ? STEPS[name] : undefined) ?? ['confirm', confirm];
  const translator = translatorOf(c.get('locale'));
  const step: Step = { c, deps, caller, form, sudoToken, t: translator.t };
  try {
    return { shown: { sudoToken, ...(await run(step)) }, status: 200 };
  } catch (error) {
    if (error instanceof CheckNeeded) return { shown: { check: error.check }, status: 200 };
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw error;
    const text = sentenceOf(refusal, translator);
    // The token of the password is over: the password is asked for again.
    if (refusal.detail?.reason === 'sudo_required') return { shown: { error: { part: 'confirm', text } }, status: 400 };
    const setup = part === 'setup' && refusal.errorName === 'invalid_two_factor' ? await resume(step) : {};
    const place = part === 'setup' && setup.setup === undefined ? 'two' : part;
    return { shown: { sudoToken, ...setup, error: { part: place, text } }, status: refusalStatus(refusal) };
  }
}

async function confirm({ c, deps, caller, form }: Step): Promise<FactorShown> {
  const password = form.field('password', 1_024);
  const call = c.get('call');
  const given = form.field('captcha_token', 4_096);
  try {
    return { sudoToken: (await deps.auth.sudo({ password, captchaToken: given }, caller, call)).sudoToken };
  } catch (error) {
    const { errorName } = refusalOf(error);
    if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') throw error;
    const captchaToken = await humanToken(c, deps, { action: 'POST:/v1/auth/signin', given: '' });
    return { sudoToken: (await deps.auth.sudo({ password, captchaToken }, caller, call)).sudoToken };
  }
}

async function setUp({ c, deps, caller, sudoToken }: Step): Promise<FactorShown> {
  return { setup: await deps.auth.setUpTwoFactor(caller, { sudoToken }, c.get('call')) };
}

async function resume({ c, deps, caller, form }: Step): Promise<FactorShown> {
  return {
    setup: await deps.auth.resumeSetup(caller, { setupToken: form.field('setup_token', 4_096) }, c.get('call')),
  };
}

async function turnOn({ c, deps, caller, form, t }: Step): Promise<FactorShown> {
  const input = { setupToken: form.field('setup_token', 4_096), code: form.field('code', 40) };
  const { recoveryCodes } = await deps.auth.enableTwoFactor(caller, input, c.get('call'));
  return { recoveryCodes, notice: t('auth.factor.done.enabled') };
}

async function turnOff({ c, deps, caller, form, sudoToken, t }: Step): Promise<FactorShown> {
  const typed = form.field('code', 40);
  // Six digits come from the app; whatever else it is, it is read as a recovery code.
  const isAppCode = /^\s*(\d\s*){6}$/.test(typed);
  const input = { sudoToken, code: isAppCode ? typed : '', recoveryCode: isAppCode ? '' : typed };
  await deps.auth.disableTwoFactor(caller, input, c.get('call'));
  return { notice: t('auth.factor.done.disabled') };
}

async function renew({ c, deps, caller, sudoToken }: Step): Promise<FactorShown> {
  return deps.auth.renewRecoveryCodes(caller, { sudoToken }, c.get('call'));
}

async function add({ c, deps, caller, form, t }: Step): Promise<FactorShown> {
  const input = {
    challengeToken: form.field('challenge_token', 4_096),
    credential: credentialOf(form),
    name: form.field('name', 200),
  };
  await deps.auth.addPasskey(caller, input, c.get('call'));
  return { notice: t('auth.factor.done.passkey') };
}

async function rename({ deps, caller, form, t }: Step): Promise<FactorShown> {
  await deps.auth.renamePasskey(caller, { id: form.field('id', 100), name: form.field('name', 200) });
  return { notice: t('auth.factor.done.renamed') };
}

async function remove({ c, deps, caller, form, sudoToken, t }: Step): Promise<FactorShown> {
  await deps.auth.removePasskey(caller, { id: form.field('id', 100), sudoToken }, c.get('call'));
  return { notice: t('auth.factor.done.removed') };
}

/** What the script wrote into the form; nothing when it is no JSON object, which the service then refuses. */
export function credentialOf(form: SentForm): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(form.field('credential', 30_000));
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
}
