import { importJWK, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../crypto.ts';
import { encryptPush, MAX_PUSH_BYTES, makePushKeys, utf8, vapidHeader, vapidKeyOf } from './message.ts';

const bytes = (text: string) => fromBase64Url(text) ?? new Uint8Array();

/** Source: RFC 8291, appendix A. */
const VECTOR = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('a message is encrypted as the example of RFC 8291', async () => {
  const point = bytes(VECTOR.publicKey);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: VECTOR.privateKey,
    ext: true,
    x: toBase64Url(point.slice(1, 33)),
    y: toBase64Url(point.slice(33)),
  };
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { d: _, ...open } = jwk;
  const keys = {
    privateKey: await crypto.subtle.importKey('jwk', jwk, curve, true, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', open, curve, true, []),
  };
  const own = { keys, salt: bytes(VECTOR.salt) };
  const theirs = { p256dh: bytes(VECTOR.p256dh), auth: bytes(VECTOR.auth) };
  const text = utf8(VECTOR.text);
  expect(toBase64Url(await encryptPush(text, theirs, own))).toBe(VECTOR.body);
  const fresh = { keys: await makePushKeys(), salt: bytes(VECTOR.salt) };
  expect((await encryptPush(new Uint8Array(MAX_PUSH_BYTES), theirs, fresh)).length).toBe(4_096);
  await expect(encryptPush(new Uint8Array(MAX_PUSH_BYTES + 1), theirs, fresh)).rejects.toThrow(RangeError);
});

it('the same secret is the same key, and its token is for the origin of the push service', async () => {
  const secret = new Uint8Array(32).fill(7);
  const [key, again] = [await vapidKeyOf(secret), await vapidKeyOf(secret)];
  expect(again.publicText).toBe(key.publicText);
  const endpoint = new URL('https://push.example.com/one/two');
  const header = await vapidHeader(key, { endpoint, contact: 'https://drive.example.com', nowMs: Date.now() });
  const [, token = '', k = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const point = bytes(k);
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33)) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: 'https://push.example.com' });
  expect(payload.sub).toBe('https://drive.example.com');
});
