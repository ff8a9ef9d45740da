/** The forms of client/auth/factor/factor-section.view.tsx: each posts one step and returns what the section then shows. */
import type { Context } from 'hono';
import type { FactorPart, FactorSectionProps } from '#client/auth/factor/factor-fields.view.tsx';
import { takeCode } from '#shared/intake/code.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { refusalOf, refusalStatus, type SentForm, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** The props that a step changes. */
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

/** Each step: the part of the section that shows its refusal, and its function. */
const STEPS: Readonly<Record<string, readonly [FactorPart, (step: Step) => Promise<FactorShown>]>> = {
  confirm: ['confirm', confirm],
  'two-setup': ['two', setUp],
  'two-on': ['setup', turnOn],
  'two-off': ['off', turnOff],
  'two-renew': ['two', renew],
  'passkey-add': ['passkey', add],
  'passkey-rename': ['passkey', rename],
  'passkey-remove': ['passkey', remove],
  'provider-remove': ['provider', removeLink],
};

/** @returns the changed props and the status of the page. @throws AppError unauthenticated, and failures of the server */
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
    // The sudo token has expired: the page asks for the password again.
    if (refusal.detail?.reason === 'sudo_required') return { shown: { error: { part: 'confirm', text } }, status: 400 };
    const setup = part === 'setup' && refusal.errorName === 'invalid_two_factor' ? await resume(step) : {};
    const place = part === 'setup' && setup.setup === undefined ? 'two' : part;
    return { shown: { sudoToken, ...setup, error: { part: place, text } }, status: refusalStatus(refusal) };
  }
}

async function confirm({ c, deps, caller, form }: Step): Promise<FactorShown> {
  const password = form.field('password', 1_024);
  const call = c.get('call');
  const guarded = { action: 'POST:/v1/auth/signin', given: form.field('captcha_token', 4_096) };
  const { sudoToken } = await withCaptcha(c, deps, { ...guarded, needsHuman: () => false }, (captchaToken) =>
    deps.auth.sudo({ password, captchaToken }, caller, call),
  );
  return { sudoToken };
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
  const input = { setupToken: form.field('setup_token', 4_096), code: form.field('code', MAX_PASTED_CHARS) };
  const { recoveryCodes } = await deps.auth.enableTwoFactor(caller, input, c.get('call'));
  return { recoveryCodes, notice: t('auth.factor.done.enabled') };
}

async function turnOff({ c, deps, caller, form, sudoToken, t }: Step): Promise<FactorShown> {
  const typed = form.field('code', MAX_PASTED_CHARS);
  // Six digits are a code of the authenticator app; any other text is a recovery code.
  const isAppCode = takeCode(typed, CODE_SHAPES.digits).code !== '';
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

async function removeLink({ c, deps, caller, form, sudoToken, t }: Step): Promise<FactorShown> {
  await deps.auth.removeProviderLink({ linkId: form.field('id', 100), sudoToken }, caller, c.get('call'));
  return { notice: t('auth.provider.done.removed') };
}

/** The credential that the script wrote into the form; an empty object, which the service refuses, for anything but a JSON object. */
export function credentialOf(form: SentForm): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(form.field('credential', 30_000));
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
}
