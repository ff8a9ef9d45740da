import { expect, it } from 'vitest';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { newAppPassword, readAppPassword } from './text.ts';

const keyring = makeKeyring(newHexId(32));
const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';

it('an app password names its person, and is read with its id and the digest of its secret', async () => {
  for (let times = 0; times < 50; times += 1) {
    const userId = newWireId();
    const { text, id, hash } = await newAppPassword(keyring, userId);
    expect(text).toMatch(/^mgp-[a-z2-7]{30}-[a-z2-7]{34}$/);
    expect(await readAppPassword(keyring, text)).toEqual({ userId, id, hash });
    expect(id).toMatch(/^V[\w-]{25}$/);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

it('every sign of an id comes back', async () => {
  for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    const userId = `V${sign.repeat(25)}`;
    const { text } = await newAppPassword(keyring, userId);
    expect((await readAppPassword(keyring, text))?.userId).toBe(userId);
  }
});

it('blanks around an app password and capitals, as phones write them, do not matter', async () => {
  const { text, id } = await newAppPassword(keyring, newWireId());
  expect((await readAppPassword(keyring, ` M${text.slice(1).toUpperCase()}\n`))?.id).toBe(id);
});

it('an app password with any other sign is none', async () => {
  const { text } = await newAppPassword(keyring, newWireId());
  for (let at = 4; at < text.length; at += 1) {
    const other = BASE_32[(BASE_32.indexOf(text[at] ?? '') + 1) % 32] ?? '';
    const changed = `${text.slice(0, at)}${text[at] === '-' ? 'a' : other}${text.slice(at + 1)}`;
    expect(await readAppPassword(keyring, changed), String(at)).toBeNull();
  }
});

it.each(['', 'magpie-demo', 'mgp-', `mgp-${'a'.repeat(30)}-${'a'.repeat(34)}`, 'a'.repeat(100_000)])(
  'a text that this server did not make is no app password: %#',
  async (text) => {
    expect(await readAppPassword(keyring, text)).toBeNull();
  },
);

it('an app password of another installation is none', async () => {
  const { text } = await newAppPassword(makeKeyring(newHexId(32)), newWireId());
  expect(await readAppPassword(keyring, text)).toBeNull();
});

it('an id that is no id of a person gets no app password', async () => {
  await expect(newAppPassword(keyring, 'short')).rejects.toThrow('id of a person');
});
