/** Settings of mails and text messages on one machine: bindings of the Worker, and its network for SMTP. */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { isPublicAddress } from '#shared/public-address.ts';
import { SettingsError } from '../settings.ts';
import type { OutboundDeps } from './outbound.ts';

/** Variables passed to the Worker unchanged when set. Meaning and defaults: worker/env.ts. */
const PASSED = [
  'CONTACT_MAIL',
  'DEFAULT_COUNTRY',
  'MAIL',
  'MAIL_FEEDBACK_TOKEN',
  'MAIL_FROM',
  'SECURITY_CONTACT',
  'SERVICE_KIND',
  'SMS',
  'SMS_FROM',
  'SMS_TOKEN',
  'SMS_URL',
  'SMTP_HOST',
  'SMTP_PASSWORD',
  'SMTP_PORT',
  'SMTP_SECURE',
  'SMTP_USER',
  'WORDS_INSIDE',
] as const;

export interface Messaging {
  readonly bindings: Readonly<Partial<Record<(typeof PASSED)[number], string>>>;
  /** Certificates of a relay without a public authority, PEM. */
  readonly smtpCertificates: readonly string[];
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readCertificates(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new SettingsError(`SMTP_CA_FILE: ${file} cannot be read.`);
  }
  const found = text.match(PEM) ?? [];
  if (found.length === 0) throw new SettingsError(`SMTP_CA_FILE: ${file} holds no certificate.`);
  return found;
}

/** @throws SettingsError for settings with which every mail would fail later */
export function readMessaging(env: NodeJS.ProcessEnv): Messaging {
  const bindings = Object.fromEntries(
    PASSED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  ) as Messaging['bindings'];
  const missing = (name: keyof Messaging['bindings'], why: string): void => {
    if (!bindings[name]) throw new SettingsError(`${name} is required when ${why}.`);
  };
  if (bindings.MAIL === 'binding')
    throw new SettingsError('MAIL=binding is for Cloudflare; here MAIL is smtp, capture or off.');
  if (bindings.MAIL === 'smtp') {
    missing('SMTP_HOST', 'MAIL is smtp');
    missing('MAIL_FROM', 'MAIL is smtp');
  }
  if (bindings.SMS === 'gateway') {
    missing('SMS_URL', 'SMS is gateway');
    missing('SMS_TOKEN', 'SMS is gateway');
  }
  return Object.freeze({
    bindings,
    smtpCertificates: env['SMTP_CA_FILE'] ? readCertificates(env['SMTP_CA_FILE']) : [],
  });
}

/**
 * The network of the Worker's SMTP driver: the whole public one for a relay with a public address, because its addresses
 * change; else only the present addresses of the relay's name.
 * @throws SettingsError when the name does not resolve
 */
export async function smtpNetwork(
  { bindings, smtpCertificates }: Messaging,
  resolve: OutboundDeps['resolve'],
): Promise<Readonly<Record<string, unknown>> | null> {
  if (bindings.MAIL !== 'smtp') return null;
  const host = bindings.SMTP_HOST ?? '';
  const found = await resolve(host).catch(() => []);
  if (found.length === 0) throw new SettingsError(`SMTP_HOST: ${host} has no address.`);
  const allow = found.every(({ address }) => isPublicAddress(address))
    ? ['public']
    : found.map(({ address }) => `${address}/${isIPv6(address) ? 128 : 32}`);
  return { allow, tlsOptions: { trustBrowserCas: true, trustedCertificates: [...smtpCertificates] } };
}
