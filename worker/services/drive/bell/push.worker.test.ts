import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { BellKind } from '#shared/drive/bell/bell-kinds.ts';
import { unwrap } from '#shared/errors.ts';
import type { QuietHours } from '#shared/mail/quiet-hours.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { encryptPush, makePushKeys, utf8 } from '#worker/platform/push/message.ts';
import { makeDrive } from '../drive-fixture.ts';
import { addPushDevice, dropPushDevices, onPushDue, pushState } from './push.ts';

const { parts } = servicesOf(env as unknown as Env);
const ENDPOINT = 'https://push.example.com/send/one';

/** A browser's keys, and the messages it received. */
async function makeDevice() {
  const keys = await makePushKeys();
  const p256dh = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const given = { endpoint: ENDPOINT, p256dh: toBase64Url(p256dh), auth: toBase64Url(auth), locale: 'ja' } as const;
  return { given, keys, p256dh, auth };
}

/** Decrypts a message as a browser does (RFC 8291 section 3.4). */
async function decrypt(body: Uint8Array, device: Awaited<ReturnType<typeof makeDevice>>): Promise<unknown> {
  const hkdf = async (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) => {
    const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
    const text = typeof info === 'string' ? utf8(info) : info;
    const bits = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: text }, key, length * 8);
    return new Uint8Array(bits);
  };
  const [salt, ours] = [body.slice(0, 16), body.slice(21, 86)];
  const sender = await crypto.subtle.importKey('raw', ours, { name: 'ECDH', namedCurve: 'P-256' }, true, []);
  const algorithm = { name: 'ECDH', public: sender } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(algorithm, device.keys.privateKey, 256));
  const secret = await hkdf(
    shared,
    device.auth,
    new Uint8Array([...utf8('WebPush: info\0'), ...device.p256dh, ...ours]),
    32,
  );
  const raw = await hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const iv = await hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const record = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, body.slice(86)));
  expect(record.at(-1)).toBe(2);
  return JSON.parse(new TextDecoder().decode(record.slice(0, -1)));
}

async function opened({ perDay = 12, quiet = null }: { perDay?: number; quiet?: QuietHours | null } = {}) {
  const drive = makeDrive();
  unwrap(await drive.stub.space(drive.caller));
  // Pushes are due after five seconds: the test delivers them, however long it takes.
  await drive.inside((object) => void Object.assign(object, { deliver: async () => [] }));
  const caller = { ...drive.caller, email: '', scope: [], clientId: 'web' } as unknown as Parameters<
    typeof pushState
  >[1];
  const device = await makeDevice();
  const sent: { url: string; headers: Headers; body: Uint8Array }[] = [];
  const answer = { status: 201 };
  const outgoing = {
    allowed: new Set<string>(),
    ports: new Set<string>(),
    async call(url: string, init: RequestInit) {
      sent.push({ url, headers: new Headers(init.headers), body: new Uint8Array(init.body as Uint8Array) });
      return new Response(null, { status: answer.status, headers: { location: 'http://push.example.com/two' } });
    },
  };
  const deps = {
    ...parts.drive,
    outgoing,
    limits: { ...parts.drive.limits, lettersPerDay: perDay },
    mail: {
      choices: async () => ({
        topics: { account: true, sharing: true, opened: false, storage: true, tips: true },
        quiet,
      }),
    },
    auth: { letterBoxOf: async () => ({ email: 'bob@example.com', locale: 'en-US' as const }) },
  };
  /** Pushes that wait, and have not been handled. */
  const due = () =>
    drive.inside((_, sql) =>
      sql
        .exec<{ id: string; payload: string; due_ms: number }>(
          "SELECT id, payload, due_ms FROM _outbox WHERE event = 'drive.push-due' ORDER BY due_ms",
        )
        .toArray(),
    );
  const deliver = async (): Promise<DomainEvent[]> => {
    const events = (await due()).map(({ id, payload }) => ({
      id,
      event: 'drive.push-due',
      source: drive.caller.userId,
      payload: JSON.parse(payload) as Record<string, unknown>,
    }));
    await drive.inside((_, sql) => sql.exec("DELETE FROM _outbox WHERE event = 'drive.push-due'").toArray());
    for (const event of events) await onPushDue(deps, event);
    return events;
  };
  const notifyPerson = (kind: BellKind = 'links-end', data = {}) =>
    drive.stub.notifyPerson({ id: newHexId(), kind, data });
  return { drive, caller, device, deps, sent, answer, due, deliver, notifyPerson };
}

it('nothing is planned before a device asks; then each notification is sent once, encrypted and signed', async () => {
  const { caller, deps, device, sent, due, deliver, notifyPerson } = await opened();
  await notifyPerson();
  expect(await due()).toEqual([]);
  await addPushDevice(deps, caller, device.given);
  expect(await pushState(deps, caller)).toMatchObject({ devices: 1, isHere: true });
  await notifyPerson('links-end', { count: 2, dateMs: 0 });
  const events = await deliver();
  expect(events).toHaveLength(1);
  // An outbox delivers at least once.
  for (const event of events) await onPushDue(deps, event);
  expect(sent).toHaveLength(1);
  const [{ url, headers, body } = { url: '', headers: new Headers(), body: new Uint8Array() }] = sent;
  expect([url, headers.get('content-encoding'), headers.get('ttl')]).toEqual([ENDPOINT, 'aes128gcm', '86400']);
  expect(headers.get('authorization')).toContain(`k=${(await pushState(deps, caller)).publicKey}`);
  expect(await decrypt(body, device)).toMatchObject({ path: '/drive/shares?sort=ends', lang: 'ja' });
});

it('web push: names that others wrote are not sent', async () => {
  const { caller, deps, device, sent, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  await notifyPerson('invited', { person: 'You have won', name: 'Holiday' });
  await deliver();
  const message = await decrypt(sent[0]?.body ?? new Uint8Array(), device);
  expect(message).toMatchObject({ title: '新しい招待があります', body: '', path: '/drive/common' });
});

it.each([404, 410])('a device whose push service answers %i is dropped', async (status) => {
  const { caller, deps, device, answer, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  answer.status = status;
  await notifyPerson();
  await deliver();
  expect((await pushState(deps, caller)).devices).toBe(0);
});

it('a refusal for now is tried again, three times in all', async () => {
  const { caller, deps, device, sent, answer, due, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  answer.status = 503;
  await notifyPerson();
  for (let round = 0; round < 5; round += 1) await deliver();
  expect([sent.length, await due()]).toEqual([3, []]);
  expect((await pushState(deps, caller)).devices).toBe(1);
});

it('a notification that was read, a category that is off, and those above the number of a day are not sent', async () => {
  const { drive, caller, deps, device, sent, deliver, notifyPerson } = await opened({ perDay: 1 });
  await addPushDevice(deps, caller, device.given);
  await notifyPerson();
  const [first] = unwrap(await drive.stub.bellItems(drive.caller)).items;
  unwrap(await drive.stub.markBellRead(drive.caller, { ids: [first?.id ?? ''], upTo: '' }));
  await deliver();
  unwrap(await drive.stub.saveBellChoices(drive.caller, { off: [], pushOff: ['tips'] }));
  await notifyPerson('reward-granted');
  await deliver();
  expect(sent).toHaveLength(0);
  await notifyPerson();
  await notifyPerson('storage-full');
  // Security is counted apart.
  await notifyPerson('new-device');
  await deliver();
  expect(sent).toHaveLength(2);
});

it('a device is sent 30 pushes about security in a day at most', async () => {
  const { caller, deps, device, sent, deliver, notifyPerson } = await opened({ perDay: 1 });
  await addPushDevice(deps, caller, device.given);
  for (let each = 0; each < 32; each += 1) await notifyPerson('new-device', { about: `browser ${each}` });
  await notifyPerson();
  await deliver();
  expect(sent).toHaveLength(31);
});

it('a redirect of a push service is not followed, nor tried again', async () => {
  const { caller, deps, device, sent, answer, due, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  answer.status = 307;
  await notifyPerson();
  await deliver();
  expect([sent.map(({ url }) => url), await due()]).toEqual([[ENDPOINT], []]);
});

it('a push service that never answers holds up nothing, and gets no repeat', async () => {
  const { caller, deps, device, due, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  const silent = {
    ...deps.outgoing,
    call: (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  };
  Object.assign(deps, { outgoing: silent, pushWaitMs: 1 });
  await notifyPerson();
  expect([(await deliver()).length, await due()]).toEqual([1, []]);
});

it('quiet hours hold a push until they end; security comes at once', async () => {
  const nowMinute = Math.floor((Date.now() % 86_400_000) / 60_000);
  const quiet = { fromMinute: (nowMinute + 1_439) % 1_440, toMinute: (nowMinute + 120) % 1_440, zone: 'UTC' };
  const { caller, deps, device, sent, due, deliver, notifyPerson } = await opened({ quiet });
  await addPushDevice(deps, caller, device.given);
  await notifyPerson();
  await notifyPerson('new-device');
  await deliver();
  expect(sent).toHaveLength(1);
  expect((await due()).map(({ due_ms }) => due_ms > Date.now())).toEqual([true]);
});

it('a device ends with its session, and by the person', async () => {
  const { drive, caller, deps, device } = await opened();
  await addPushDevice(deps, caller, device.given);
  await drive.stub.endSessions({ sessionId: 'another', minEpoch: 0, untilMs: Date.now() + 1_000 });
  expect((await pushState(deps, caller)).devices).toBe(1);
  await dropPushDevices(deps, caller, true);
  expect((await pushState(deps, caller)).devices).toBe(0);
  await addPushDevice(deps, caller, device.given);
  await drive.stub.endSessions({ sessionId: caller.sessionId, minEpoch: 0, untilMs: Date.now() + 1_000 });
  const rows = await drive.inside((_, sql) => sql.exec('SELECT 1 FROM push_devices').toArray().length);
  expect(rows).toBe(0);
});

it('a person whom operators blocked gets none until the block ends', async () => {
  const { drive, caller, deps, device, sent, deliver, notifyPerson } = await opened();
  await addPushDevice(deps, caller, device.given);
  unwrap(await drive.stub.setBlock({ isBlocked: true, seq: 1 }));
  await notifyPerson();
  await deliver();
  expect(sent).toHaveLength(0);
  unwrap(await drive.stub.setBlock({ isBlocked: false, seq: 2 }));
  await notifyPerson();
  await deliver();
  expect(sent).toHaveLength(1);
});

it.each([
  'http://push.example.com/one',
  'https://127.0.0.1/one',
  'https://[::1]/one',
  'https://169.254.169.254/latest',
  'https://push.example.com:8443/one',
  'ftp://push.example.com/one',
  'noise',
  `https://push.example.com/${'x'.repeat(1_000)}`,
])('%s is no address of a push service', async (endpoint) => {
  const { caller, deps, device } = await opened();
  const refused = addPushDevice(deps, caller, { ...device.given, endpoint });
  await expect(refused).rejects.toMatchObject({ errorName: 'invalid_argument' });
});

it('web push: keys that are none are refused', async () => {
  const { caller, deps, device } = await opened();
  for (const wrong of [{ p256dh: device.given.auth }, { auth: '' }, { p256dh: `${device.given.p256dh}=` }])
    await expect(addPushDevice(deps, caller, { ...device.given, ...wrong })).rejects.toThrow();
  expect(fromBase64Url(device.given.p256dh)).toHaveLength(65);
  await expect(
    encryptPush(
      utf8('x'),
      { p256dh: new Uint8Array(65), auth: device.auth },
      {
        keys: await makePushKeys(),
        salt: new Uint8Array(16),
      },
    ),
  ).rejects.toThrow();
});
