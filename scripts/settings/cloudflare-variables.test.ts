import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXAMPLE_FILE, parseSettings } from '#scripts/deploy/settings.ts';
import { whyWrongVariables } from './cloudflare-variables.ts';

it.each([
  [{ SMPT_HOST: 'smtp.example.com' }, 'SMPT_HOST is no variable'],
  [{ METRICS_ADDRESS: '127.0.0.1:9464' }, 'METRICS_ADDRESS is for one machine: on Cloudflare it has no effect'],
  [{ MAGPIE_URL: 'https://drive.example.com' }, 'MAGPIE_URL is for a command: set it in the environment'],
  [{ LIMITS: '{' }, 'LIMITS must be a JSON object, written as a text in quotes'],
  [{ LIMITS: '[]' }, 'LIMITS must be a JSON object, written as a text in quotes'],
  [{ MAIL: 'smtp', MAIL_FROM: 'a@example.com' }, 'SMTP_HOST is required when MAIL is smtp'],
  [{ MAIL: 'smtp', SMTP_HOST: 'smtp.example.com' }, 'MAIL_FROM is required when MAIL is smtp'],
  [{ MAIL: 'binding' }, 'MAIL_FROM is required when MAIL is binding'],
  [{ SMS: 'gateway' }, 'SMS_URL is required when SMS is gateway'],
])('variables that would fail later are refused by name: %j', (vars, sentence) => {
  expect(whyWrongVariables(vars)).toBe(sentence);
});

it('the variables of the example, and those of a moved server, are taken', () => {
  const file = path.resolve(import.meta.dirname, '../..', EXAMPLE_FILE);
  const { environments } = parseSettings(readFileSync(file, 'utf8'), file);
  expect(whyWrongVariables(environments.production?.vars ?? {})).toBe('');
  expect(whyWrongVariables({ BLOB_INDEX_DIGITS: '1', LIMITS: '{"fileBytes":1}', MAIL: 'off' })).toBe('');
});
