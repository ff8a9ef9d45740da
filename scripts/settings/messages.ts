/** Declared variables: mail and text messages, logs, human check, sign-in providers, payment, and commands. */
import type { SettingRow } from './setting.ts';

export const MESSAGES: readonly SettingRow[] = [
  [
    'MAIL',
    'both',
    { oneOf: ['smtp', 'binding', 'capture', 'off'] },
    'capture in demo mode, else off',
    '`binding` is for Cloudflare and its default where the binding `EMAIL` is; `capture` for demo mode',
  ],
  ['MAIL_FROM', 'both', 'text', '', 'sender, such as `Magpie <mail@example.com>`'],
  [
    'MAIL_FEEDBACK_TOKEN',
    'both',
    'secret',
    '',
    'with which the mail service reports returned mail and complaints (`POST /mail/v1/feedback`, header `X-Mail-Token`). Not set: reports are refused',
  ],
  [
    'CONTACT_MAIL',
    'both',
    'text',
    '',
    'address that is notified of messages from the contact form. Not set: operators look at `/ops`',
  ],
  ['SMTP_HOST', 'both', 'host', '', 'the relay'],
  ['SMTP_PORT', 'both', { least: 1, most: 65_535 }, '465 with tls, else 587', 'of the relay'],
  [
    'SMTP_SECURE',
    'both',
    { oneOf: ['tls', 'starttls', 'off'] },
    'tls',
    '`off` for a relay on this machine without sign-in',
  ],
  ['SMTP_USER', 'both', 'text', '', 'when the relay asks for it'],
  ['SMTP_PASSWORD', 'both', 'secret', '', 'when the relay asks for it'],
  ['SMTP_CA_FILE', 'machine', 'file', '', 'PEM file with the certificate of a private relay'],
  [
    'SMS',
    'both',
    { oneOf: ['gateway', 'capture', 'off'] },
    'capture in demo mode, else off',
    '`capture` is for demo mode',
  ],
  [
    'SMS_URL',
    'both',
    'address',
    '',
    'https address that takes `{"id", "to", "text", "from"}` as JSON with the token as bearer. Any 2xx means accepted; the same id twice is one message',
  ],
  ['SMS_TOKEN', 'both', 'secret', '', 'bearer of these calls'],
  ['SMS_FROM', 'both', 'text', '', 'sender of text messages'],
];

export const WATCHING: readonly SettingRow[] = [
  ['LOG_LEVEL', 'machine', { oneOf: ['error', 'info', 'debug'] }, 'info', 'how much is logged'],
  [
    'ACCESS_LOG',
    'machine',
    { oneOf: ['off', 'on', 'address'] },
    'on, off in demo mode',
    "one line of JSON a request, with time, id, method, route pattern, status, time and bytes; `address` adds the client's. Answers 5xx have level error; built files and checks are logged at `debug`",
  ],
  [
    'METRICS_ADDRESS',
    'machine',
    'address',
    '',
    'such as `127.0.0.1:9464`: serves `/metrics` in Prometheus form, `/healthz` and `/readyz` there. Not set: no metrics',
  ],
  [
    'METRICS_TOKEN',
    'machine',
    'secret',
    '',
    'bearer token for `/metrics`, at least 16 characters; required off loopback',
  ],
  [
    'SECURITY_CONTACT',
    'both',
    'addresses',
    'the contact page',
    '`mailto:` and `https:` addresses for `/.well-known/security.txt`, separated by commas',
  ],
];

export const CHECKING: readonly SettingRow[] = [
  ['SHIELD', 'machine', { oneOf: ['auto', 'always', 'never'] }, 'auto', 'when a human check is asked for'],
  ['SHIELD_MODE', 'cloudflare', { oneOf: ['auto', 'always', 'never'] }, 'auto', 'the name of `SHIELD` on Cloudflare'],
  [
    'CAPTCHA_PROVIDER',
    'both',
    { oneOf: ['pow', 'turnstile', 'recaptcha'] },
    'pow',
    'a provider in place of our own proof of work',
  ],
  ['CAPTCHA_SITE_KEY', 'both', 'text', '', 'of the provider'],
  ['CAPTCHA_SECRET', 'both', 'secret', '', 'of the provider'],
  ['CAPTCHA_VERIFY_URL', 'both', 'address', "the provider's", 'where tokens are verified'],
  ['CAPTCHA_SCRIPT_URL', 'both', 'address', "the provider's", 'script of the check'],
];

export const PROVIDING: readonly SettingRow[] = [
  [
    'OIDC_PROVIDERS',
    'both',
    'JSON',
    '',
    'list such as `[{"id": "acme", "name": "Acme", "issuer": "https://id.example.com", "clientId": "magpie"}]`, at most 8. `name` is on the button; `issuer` is written as the provider writes it: `ISSUER/.well-known/openid-configuration` must answer',
  ],
  [
    'OIDC_CLIENT_SECRET',
    'both',
    'secret',
    '',
    'of the client; with several providers a JSON object from id to secret: `{"acme": "..."}`. A provider without one is asked as a public client',
  ],
];

export const PAYMENT: readonly SettingRow[] = [
  [
    'PAYMENT',
    'both',
    { oneOf: ['sandbox', 'stripe', 'off'] },
    'sandbox in demo mode, else off',
    'who takes payments. `off`: nothing is sold. `sandbox` is for demo mode: it gives everything away',
  ],
  ['STRIPE_SECRET_KEY', 'both', 'secret', '', 'of `PAYMENT=stripe`'],
  ['STRIPE_WEBHOOK_SECRET', 'both', 'secret', '', 'of `PAYMENT=stripe`: of the webhook that you register at Stripe'],
  ['STRIPE_TAX', 'both', { oneOf: ['on'] }, '', 'Stripe computes the tax contained in a price'],
];

/** Made by `npm run deploy` and by the first start; never written by hand. */
export const SECRETS: readonly SettingRow[] = [
  ['SECRET_ROOT', 'cloudflare', 'secret', '', '256 bits from which the Worker derives what it signs and encrypts with'],
  ['JWT_PRIVATE_JWK', 'cloudflare', 'secret', '', 'ES256 key, or a set of keys, that signs tokens'],
  ['INTERNAL_TOKEN', 'cloudflare', 'secret', '', 'bearer of `/_internal/*`'],
];

export const COMMANDS: readonly SettingRow[] = [
  ['MAGPIE_URL', 'command', 'origin', '', '`bin/magpie`: a server elsewhere, as `--url`'],
  ['MAGPIE_OPS_TOKEN', 'command', 'secret', '', '`bin/magpie`: token of an operator, before the stored one'],
  ['CLOUDFLARE_API_TOKEN', 'command', 'secret', '', '`npm run deploy`: [install-cloudflare.md](install-cloudflare.md)'],
  ['EXTENSION_ORIGIN', 'command', 'origin', '', '`npm run build`: packs the browser extension for this server'],
  ['TMPDIR', 'command', 'folder', '/tmp', '`bin/magpie audit`, `bin/magpie rehearse`: where copies are made'],
];
