/** The step of secrets: those that the script lacks are made or taken from the local file, and go with the next upload. */
import { makeSecrets, type Secrets } from '#scripts/start/state/secrets.ts';
import { found, made, type Note, type Step, skipped, wouldMake } from './run.ts';
import { RUN_AGAIN, Stop } from './stop.ts';

const REQUIRED = ['SECRET_ROOT', 'JWT_PRIVATE_JWK', 'INTERNAL_TOKEN'] as const satisfies readonly (keyof Secrets)[];

/** Set by the person who deploys, in the environment of the command. */
export const OPTIONAL_SECRETS = [
  'SMTP_PASSWORD',
  'SMS_TOKEN',
  'MAIL_FEEDBACK_TOKEN',
  'CAPTCHA_SECRET',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

interface SecretRow {
  readonly name: string;
}

/** Settings that do not work without a secret. */
function neededBy(vars: Readonly<Record<string, string>>): string[] {
  return [
    ...(vars['MAIL'] === 'smtp' && vars['SMTP_USER'] ? ['SMTP_PASSWORD'] : []),
    ...(['turnstile', 'recaptcha'].includes(vars['CAPTCHA_PROVIDER'] ?? '') ? ['CAPTCHA_SECRET'] : []),
    ...(vars['PAYMENT'] === 'stripe' ? ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] : []),
  ];
}

export const prepareSecrets: Step = {
  name: 'secrets',
  async run({ api, names, own, secrets, givenSecrets, isDry, found: state }) {
    const path = `/accounts/${api.accountId}/workers/scripts/${names.main}/secrets`;
    const there = new Set(((await api.read<SecretRow[]>(path)) ?? []).map(({ name }) => name));
    state.secretNames = there;
    const missing: Record<string, string> = {};
    const fresh = makeSecrets();
    const notes: Note[] = [];
    const lacking = REQUIRED.filter((name) => !there.has(name));
    const toMake: Record<string, string> = {};
    for (const name of lacking) {
      const stored = secrets.get(name);
      if (stored === undefined) toMake[name] = fresh[name];
      missing[name] = stored ?? fresh[name];
    }
    const newNames = Object.keys(toMake);
    if (newNames.length > 0 && isDry) notes.push(wouldMake(`${newNames.join(', ')}, into ${secrets.file}`));
    if (newNames.length > 0 && !isDry) {
      // Written before they are sent: a run that is cut off sends the same ones again.
      secrets.set(toMake);
      notes.push(made(`${newNames.join(', ')}, into ${secrets.file}: keep a copy of it in a safe place`));
    }
    for (const name of OPTIONAL_SECRETS) {
      const value = givenSecrets[name];
      if (there.has(name) || !value) continue;
      missing[name] = value;
      notes.push(isDry ? wouldMake(`${name}, from the environment`) : made(`${name}, from the environment`));
    }
    const absent = neededBy(own.vars).filter((name) => !there.has(name) && missing[name] === undefined);
    if (absent.length > 0)
      throw new Stop(
        `the settings need ${absent.join(' and ')}`,
        `Set it in the environment of this command: ${absent[0]}=... npm run deploy. ${RUN_AGAIN}`,
      );
    const known = [...there].filter((name) => name !== '');
    if (known.length > 0) notes.push(found(known.sort().join(', ')));
    const resent = lacking.filter((name) => !newNames.includes(name));
    if (resent.length > 0) notes.push(skipped(`${resent.join(', ')}: made before, sent with the next upload`));
    state.missingSecrets = missing;
    return notes;
  },
};
