/** Settings of the human check for the Worker of one machine. Meaning and defaults: worker/env.ts. No I/O. */

const PASSED = [
  'CAPTCHA_PROVIDER',
  'CAPTCHA_SITE_KEY',
  'CAPTCHA_SECRET',
  'CAPTCHA_VERIFY_URL',
  'CAPTCHA_SCRIPT_URL',
] as const;

/** Passed on unchanged when set. SHIELD gets another name, because the Worker has an object of that name. */
export type HumanCheckBindings = Readonly<Partial<Record<(typeof PASSED)[number] | 'SHIELD_MODE', string>>>;

/** @returns a sentence for the operator when the Worker would not start with these, else '' */
export function whyNoHumanCheck(bindings: HumanCheckBindings): string {
  const { SHIELD_MODE: mode = 'auto', CAPTCHA_PROVIDER: provider = 'pow' } = bindings;
  if (!['auto', 'always', 'never'].includes(mode)) return 'SHIELD must be auto, always or never.';
  if (!['pow', 'turnstile', 'recaptcha'].includes(provider))
    return 'CAPTCHA_PROVIDER must be pow, turnstile or recaptcha.';
  if (provider !== 'pow' && !(bindings.CAPTCHA_SITE_KEY && bindings.CAPTCHA_SECRET))
    return `CAPTCHA_SITE_KEY and CAPTCHA_SECRET are required when CAPTCHA_PROVIDER is ${provider}.`;
  return '';
}

export function readHumanCheck(env: NodeJS.ProcessEnv): HumanCheckBindings {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  return Object.freeze({ ...passed, ...(env['SHIELD'] ? { SHIELD_MODE: env['SHIELD'] } : {}) });
}
