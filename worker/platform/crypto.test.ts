import { expect, it } from 'vitest';
import { fromBase64Url, makeKeyring, toBase64Url } from './crypto.ts';

const keyring = makeKeyring('ab'.repeat(32));
const other = makeKeyring('cd'.repeat(32));

it('a sealed text is opened by the key of its purpose alone, and is never sealed the same way twice', async () => {
  const sealed = await keyring.seal('a', 'a passcode');
  expect(await keyring.open('a', sealed)).toBe('a passcode');
  expect([await keyring.open('b', sealed), await other.open('a', sealed)]).toEqual([null, null]);
  expect(await keyring.seal('a', 'a passcode')).not.toBe(sealed);
});

it('a sealed text: with any one byte changed, cut or added opens nothing', async () => {
  const bytes = fromBase64Url(await keyring.seal('a', 'a passcode')) ?? new Uint8Array();
  expect(bytes.length).toBe(12 + 10 + 16);
  for (let at = 0; at < bytes.length; at += 1)
    expect(await keyring.open('a', toBase64Url(bytes.with(at, (bytes[at] ?? 0) ^ 1)))).toBeNull();
  for (const odd of [bytes.slice(1), bytes.slice(0, -1), Uint8Array.from([...bytes, 0]), new Uint8Array()])
    expect(await keyring.open('a', toBase64Url(odd))).toBeNull();
});

it('a signed token is read by the key of its purpose alone, and not when it was changed', async () => {
  const token = await keyring.sign('a', { user: 'alice' });
  expect(await keyring.verify('a', token)).toEqual({ user: 'alice' });
  const [body = '', signature = ''] = token.split('.');
  const forged = toBase64Url(new TextEncoder().encode('{"user":"bob"}'));
  for (const wrong of [`${forged}.${signature}`, body, `${body}.`, `${token}.x`, `${body}.${signature.slice(4)}`])
    expect(await keyring.verify('a', wrong)).toBeNull();
  expect([await keyring.verify('b', token), await other.verify('a', token)]).toEqual([null, null]);
});

it('each text of bytes has one base64url form', () => {
  const bytes = Uint8Array.from([0, 1, 250, 255, 62]);
  for (let length = 0; length <= bytes.length; length++) {
    const text = toBase64Url(bytes.subarray(0, length));
    expect(fromBase64Url(text)).toEqual(bytes.subarray(0, length));
  }
  for (const text of ['A', 'AB', 'AAB', 'AAAAB', 'AAAAAB', 'AA==', 'AA\n', 'A+', 'é'])
    expect(fromBase64Url(text), text).toBeNull();
});
