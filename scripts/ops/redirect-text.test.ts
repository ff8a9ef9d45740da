import { expect, it } from 'vitest';
import { addRule, checkRules, listRules, removeRule, testRules } from './redirect-text.ts';

const TEXT =
  '# moved\n/old /new 301\n\nallow https://example.com\n/app https://example.com/ios platform=iOS\n/app /apps\n';
const nowMs = Date.UTC(2026, 11, 1);

it('the rules on the command line are listed with the numbers of their lines', () => {
  expect(listRules(TEXT).split('\n').slice(0, 3)).toEqual(['1  # moved', '2  /old /new 301', '3']);
  expect(listRules('')).toBe('there are no rules');
});

it('the rules on the command line get a line more, with quotes where the shell took them away', () => {
  expect(addRule('', ['/a', '/b'])).toBe('/a /b\n');
  const text = addRule(TEXT, ['/mac', '/dmg', '302', 'platform=Mac OS']);
  expect(text).toBe(`${TEXT}/mac /dmg 302 "platform=Mac OS"\n`);
  expect(checkRules(text)).toEqual([]);
  expect(testRules(text, { address: '/mac', platform: 'Mac OS', nowMs })).toContain('302 /dmg');
});

it('the rules on the command line say where a line is wrong', () => {
  expect(checkRules(addRule(TEXT, ['/x', '/y', '999']))).toMatchObject([{ line: 7, column: 7 }]);
});

it('lose the line that is named by its number or its source, and no other', () => {
  expect(removeRule(TEXT, '/old')).toBe(TEXT.replace('/old /new 301\n', ''));
  expect(removeRule(TEXT, '6')).toBe(TEXT.replace('/app /apps\n', ''));
  expect(removeRule('/a /b\n', '1')).toBe('');
  expect(() => removeRule(TEXT, '/app')).toThrow('name one of the lines 5, 6');
  expect(() => removeRule(TEXT, '/none')).toThrow('no rule has the source');
  for (const line of ['0', '3', '7']) expect(() => removeRule(TEXT, line)).toThrow(`there is no line ${line}`);
});

it('the rules on the command line tell which of them leads a visitor on', () => {
  const test = (address: string, more = {}) => testRules(TEXT, { address, nowMs, ...more });
  expect(test('/old?q=1')).toBe('line 2: /old /new 301\n301 /new?q=1');
  expect(test('https://drive.example.com/ja/app')).toContain('line 6');
  expect(test('/app', { platform: 'iOS' })).toContain('302 https://example.com/ios');
  expect(test('/none')).toBe('no rule leads on from /none (en-US, US, no platform)');
  expect(test('/auth')).toBe('no rule is asked at /auth');
  expect(testRules('allow installation\n/a https://p.example/', { address: '/a', nowMs })).toContain(
    'if REDIRECT_ORIGINS holds https://p.example',
  );
});

it('the rules on the command line are asked for another time, and say why they do not lead on', () => {
  const text = '/sale /now end=2026-12-24T00:00:00Z\n/sale /next start=2026-12-26T00:00:00Z platform=iOS\n';
  const test = (at?: string) => testRules(text, { address: '/sale', nowMs, at });
  expect(test()).toContain('302 /now');
  expect(test('2026-12-25T12:00:00+02:00')).toBe(
    [
      'no rule leads on from /sale (en-US, US, no platform)',
      'line 1 ended at 2026-12-24T00:00:00Z',
      'line 2 begins at 2026-12-26T00:00:00Z',
    ].join('\n'),
  );
  expect(test('2027-01-01T00:00:00Z')).toContain('line 2 is only for platform=iOS');
  expect(testRules(text, { address: '/sale', nowMs, platform: 'iOS', at: '2027-01-01T00:00:00Z' })).toBe(
    `line 2: ${text.split('\n')[1]}\n302 /next\nline 1 ended at 2026-12-24T00:00:00Z`,
  );
});

it.each([
  { locale: 'xx' },
  { country: 'us' },
  { platform: 'Linux' },
  { at: 'soon' },
  { at: '2026-02-30T00:00:00Z' },
  { at: '2026' },
  { address: 'http://[' },
])('the rules on the command line are not asked with %j', (wrong) => {
  expect(() => testRules(TEXT, { address: '/old', nowMs, ...wrong })).toThrow();
});
