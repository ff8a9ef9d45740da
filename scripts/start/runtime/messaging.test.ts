import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { SettingsError } from '../settings.ts';
import { readMessaging, smtpNetwork } from './messaging.ts';

const folder = scratchFolder();
const file = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

const SMTP = { MAIL: 'smtp', MAIL_FROM: 'a@b.example', SMTP_HOST: 'mail.example' };
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

it('only settings of mails and text messages that are set reach the Worker', () => {
  const { bindings } = readMessaging({ ...SMTP, SMTP_PORT: '', SMS: 'off', DEFAULT_COUNTRY: 'DE', HOME: '/root' });
  expect(bindings).toEqual({ ...SMTP, SMS: 'off', DEFAULT_COUNTRY: 'DE' });
});

it('the settings of mails and text messages may name certificates of a relay of one’s own', () => {
  const { smtpCertificates } = readMessaging({ ...SMTP, SMTP_CA_FILE: file('two.pem', `${PEM}\n${PEM}\n`) });
  expect(smtpCertificates).toEqual([PEM, PEM]);
});

it.each([
  [{ MAIL: 'binding' }],
  [{ MAIL: 'smtp', MAIL_FROM: 'a@b.example' }],
  [{ MAIL: 'smtp', SMTP_HOST: 'mail.example' }],
  [{ SMS: 'gateway', SMS_URL: 'https://sms.example/' }],
  [{ SMS: 'gateway', SMS_TOKEN: 'x' }],
  [{ SMTP_CA_FILE: path.join(folder, 'absent.pem') }],
  [{ SMTP_CA_FILE: file('none.pem', 'no certificate') }],
])('the settings of mails and text messages are refused when no mail could be sent: %j', (env) => {
  expect(() => readMessaging(env)).toThrow(SettingsError);
});

const allowed = async (...addresses: string[]) => {
  const network = await smtpNetwork(readMessaging(SMTP), async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
  return network?.['allow'];
};

it('the SMTP network is the public one for a public relay', async () => {
  expect(await allowed('8.8.8.8', '2606:4700::1')).toEqual(['public']);
});

it('the SMTP network of a private relay has its addresses only', async () => {
  expect(await allowed('192.168.1.5', 'fd00::5')).toEqual(['192.168.1.5/32', 'fd00::5/128']);
});

it('the SMTP network is not made without SMTP', async () => {
  expect(await smtpNetwork(readMessaging({}), () => Promise.reject(new Error('asked')))).toBeNull();
});

it('the SMTP network is refused for a name without address', async () => {
  await expect(smtpNetwork(readMessaging(SMTP), () => Promise.reject(new Error('unknown')))).rejects.toThrow(
    'SMTP_HOST',
  );
});
