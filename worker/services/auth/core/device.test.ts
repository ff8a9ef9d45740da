import { expect, test } from 'vitest';
import { deviceKeyOf, deviceOf, readUserAgent } from './device.ts';

const call = (more: object = {}) => ({ userAgent: '', locale: 'en-US' as const, ...more });

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari · macOS',
  ],
  ['rclone/v1.71.0', 'rclone'],
  ['Your bill is due, call +1 555 0100', ''],
  ['', ''],
])('the user agent %s is %s', (userAgent, name) => {
  expect(readUserAgent(userAgent)).toBe(name);
});

test("a device has the client's cleaned name; letters get only names of our own tables", () => {
  const signs = deviceOf(
    call({ deviceName: 'Desk\u202e\u0000top  PC', deviceModel: 'X'.repeat(90), userAgent: 'curl/8.0' }),
  );
  expect(signs).toEqual({ name: 'Desktop PC', model: 'X'.repeat(50), agent: 'curl', locale: 'en-US' });
});

test('clients without a device id are one device per client', () => {
  expect([deviceKeyOf('', 'cli'), deviceKeyOf('a'.repeat(32), 'cli')]).toEqual(['unnamed-cli', 'a'.repeat(32)]);
});
