import { expect, it } from 'vitest';
import { DECLARED } from '#scripts/settings/declared.ts';
import { forgetMailbox } from './env-file.ts';
import { describeUnused } from './unused-settings.ts';

it.each([
  ['SMPT_HOST', 'warning: SMPT_HOST is no setting. SMTP_HOST is one.\n'],
  ['APP_ORIGN', 'warning: APP_ORIGN is no setting. APP_ORIGIN is one.\n'],
  ['SMTP_USERNAME', 'warning: SMTP_USERNAME is no setting: docs/settings.md has all names.\n'],
  ['SECRET_ROOT', 'warning: SECRET_ROOT is for Cloudflare and does nothing here.\n'],
])('%s, which does nothing on one machine, is named', (name, line) => {
  expect(describeUnused({ [name]: 'x' })).toBe(line);
});

it('settings, variables of compose and of other programs are no reason for a warning', () => {
  const others = [
    'APP_HOST',
    'CONTENT_HOST',
    'LAN_ADDRESS',
    'LAN_PORT',
    'HOSTNAME',
    'LANGUAGE',
    'PATH',
    'NODE_OPTIONS',
  ];
  const settings = DECLARED.filter(({ place }) => place !== 'cloudflare').map(({ name }) => name);
  expect(describeUnused(Object.fromEntries([...others, ...settings].map((name) => [name, 'x'])))).toBe('');
  expect(describeUnused({ SECRET_ROOT: '' })).toBe('');
});

it('the mailbox that a shell names is not the setting MAIL', () => {
  const [shell, set]: NodeJS.ProcessEnv[] = [{ MAIL: '/var/spool/mail/anna' }, { MAIL: 'smtp' }];
  for (const env of [shell, set]) forgetMailbox(env ?? {});
  expect([shell, set]).toEqual([{}, { MAIL: 'smtp' }]);
});
