import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startMsIn } from '#scripts/check/rules/bundle.ts';
import { MIB } from '#shared/units.ts';
import { askSettings } from './init.ts';
import { overweight } from './limits.ts';
import { parseSettings } from './settings.ts';

const ACCOUNT = 'a'.repeat(32);
const PRODUCTION = { app: 'drive.example.com', content: 'files.example.net', operator: 'olga@example.com' };
const SETTINGS = { account: ACCOUNT, environments: { production: PRODUCTION } };

it.each([
  [{ account: 'x' }, /account: must be the 32 hex digits/],
  [{ environments: {} }, /must name staging or production/],
  [{ environments: { production: { ...PRODUCTION, app: 'https://a.example' } } }, /app: must be a host name/],
  [{ environments: { production: { ...PRODUCTION, app: '127.0.0.1' } } }, /app: must be a host name/],
  [{ environments: { production: { ...PRODUCTION, content: 'drive.example.com' } } }, /different hosts/],
  [{ environments: { production: { ...PRODUCTION, programs: 'files.example.net' } } }, /host of its own/],
  [
    { environments: { production: { ...PRODUCTION, programs: 'https://dav.example.com' } } },
    /programs: must be a host/,
  ],
  [{ environments: { production: { ...PRODUCTION, vars: { PROGRAMS_ORIGIN: 'https://x.example' } } } }, /must not set/],
  [
    {
      environments: {
        production: { ...PRODUCTION, programs: 'dav.example.com' },
        staging: {
          app: 'a.example.com',
          content: 'b.example.com',
          programs: 'dav.example.com',
          operator: 'o@example.com',
        },
      },
    },
    /hosts of their own/,
  ],
  [{ environments: { production: { ...PRODUCTION, vars: { MAGPIE_MODE: 'demo' } } } }, /must not set/],
  [{ environments: { production: { ...PRODUCTION, vars: { SMTP_PASSWORD: 'x' } } } }, /no secret/],
  [{ environments: { production: PRODUCTION, staging: PRODUCTION } }, /hosts of their own/],
  [{ extra: 1 }, /extra/],
])('settings are refused by field: %j', (changed, reason) => {
  expect(() => parseSettings(JSON.stringify({ ...SETTINGS, ...changed }), 'magpie.deploy.json')).toThrow(reason);
});

it('the example in git is whole, and answers to the questions make settings', async () => {
  const example = readFileSync(path.join(import.meta.dirname, '../../magpie.deploy.example.json'), 'utf8');
  expect(Object.keys(parseSettings(example, 'example').environments)).toEqual(['staging', 'production']);
  const asked: string[] = [];
  const answers = [
    'the account',
    ACCOUNT,
    'y',
    'https://drive.example.com',
    'drive.example.com',
    'drive.example.com',
    'files.example.net',
    'olga@example.com',
    'n',
  ];
  const text = await askSettings(async (question) => {
    asked.push(question);
    return answers.shift() ?? '';
  }, 'magpie.deploy.json');
  expect(JSON.parse(text)).toEqual({
    account: ACCOUNT,
    environments: { production: PRODUCTION },
  });
  // An answer that does not fit is asked for again, with the reason.
  expect(asked[1]).toMatch(/must be the 32 hex digits.*Account id/);
  expect(asked.filter((question) => /must be a host name.*Host of pages/.test(question))).toHaveLength(1);
  expect(asked.filter((question) => /must be another host.*Host of stored files/.test(question))).toHaveLength(1);
  const none = [ACCOUNT, 'n', 'n'];
  await expect(askSettings(async () => none.shift() ?? '', 'magpie.deploy.json')).rejects.toThrow(/neither production/);
});

it('a build that is heavier than the platform takes is refused, and one that fits is not', () => {
  const fits = { scriptBytes: 10 * MIB, assetFiles: 100_000, largestAsset: { name: 'a/b.wasm', bytes: 25 * MIB } };
  expect(overweight(fits)).toEqual([]);
  expect(overweight({ ...fits, scriptBytes: fits.scriptBytes + 1 })).toEqual([expect.stringContaining('of script')]);
  expect(overweight({ ...fits, assetFiles: 100_001 })).toEqual([expect.stringContaining('static files')]);
  const large = { name: 'a/b.wasm', bytes: 25 * MIB + 1 };
  expect(overweight({ ...fits, largestAsset: large })).toEqual([expect.stringContaining('b.wasm')]);
  expect(startMsIn('│   Active: 56.0 ms (including 6.1 ms garbage collection)')).toBe(56);
  expect(startMsIn('another text')).toBe(null);
});
