import { expect, it } from 'vitest';
import { limitsOf } from './env-limits.ts';

it('limits that are set differ from the defaults, and the others do not', () => {
  expect(limitsOf('{"versionsPerFile":3}')).toEqual({ ...limitsOf(undefined), versionsPerFile: 3 });
  expect(limitsOf('')).toEqual(limitsOf('{}'));
});

it.each([
  ['{"versionPerFile":3}', 'LIMITS: versionPerFile is no limit; docs/limits.md has the names'],
  ['{"versionsPerFile":"3"}', 'LIMITS: versionsPerFile is wrong: Invalid type: Expected number but received "3"'],
  ['{"fetchTries":0}', 'LIMITS: fetchTries is wrong: Invalid value: Expected >=1 but received 0'],
  ['[3]', 'LIMITS must be a JSON object'],
  ['{', 'LIMITS must be a JSON object'],
])('wrong limits are refused by their name: %s', (text, message) => {
  expect(() => limitsOf(text)).toThrow(new Error(message));
});
