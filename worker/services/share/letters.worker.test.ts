import { runInDurableObject } from 'cloudflare:test';
import { expect, it, vi } from 'vitest';
import { asShareId } from '#shared/ids.ts';
import { MAX_MAILED_PER_DAY } from '#shared/share/model.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { onLinksEndSoon, onLinkVisited } from './events.ts';
import { mailLink } from './link/mail-link.ts';
import { remove } from './link/remove.ts';
import { setSender } from './link/sender.ts';
import { makeWorld, NOW_MS, objects } from './share-fixture.ts';

/** The letter about links that end, as it is prepared. */
async function letterOf(shareIds: readonly string[]) {
  const prepare = vi.fn(async (_letter: unknown) => ({ payload: { sealed: 's' } }));
  const deps = {
    drive: { notifyPerson: async () => undefined },
    mail: { ready: true, prepare, deliver: async () => undefined },
    auth: { emailOf: async () => 'owner@example.com' },
    clock: { nowMs: () => NOW_MS },
  } as unknown as Parameters<typeof onLinksEndSoon>[0];
  const links = shareIds.map((shareId) => ({ shareId, title: 't', expiresAtMs: NOW_MS + 1, locale: 'en-US' }));
  const payload = { ownerId: 'o', links };
  await onLinksEndSoon(deps, { id: newWireId(), event: 'share.ends-soon', source: 'test', payload });
  return prepare.mock.calls[0]?.[0];
}

it('the letter about one link that ends leads to that link, one about several to the list', async () => {
  expect(await letterOf(['one'])).toMatchObject({ about: '1', path: '/drive/shares?link=one' });
  const several = await letterOf(['one', 'two']);
  expect(several).toMatchObject({ about: '2' });
  expect(several).not.toHaveProperty('path');
});

it('a first view rings in the drive of the owner with the name of the link, and the letter leads to it', async () => {
  const notifyPerson = vi.fn(async () => undefined);
  const prepare = vi.fn(async (_letter: unknown) => ({ payload: { sealed: 's' } }));
  const deps = {
    drive: { notifyPerson },
    mail: { ready: true, prepare, deliver: async () => undefined },
    auth: { letterBoxOf: async () => ({ email: 'owner@example.com', locale: 'ru' }) },
    clock: { nowMs: () => NOW_MS },
  } as unknown as Parameters<typeof onLinkVisited>[0];
  const payload = { ownerId: 'o', shareId: 'one', title: 'Holiday' };
  await onLinkVisited(deps, { id: 'fact', event: 'share.visited', source: 'one', payload });
  const data = { name: 'Holiday', shareId: 'one' };
  expect(notifyPerson.mock.calls).toEqual([['o', { id: 'fact', kind: 'link-visited', data }]]);
  expect(prepare.mock.calls[0]?.[0]).toMatchObject({
    to: 'owner@example.com',
    locale: 'ru',
    path: '/drive/shares?link=one',
  });
  expect(JSON.stringify(prepare.mock.calls[0])).not.toContain('Holiday');
});

/** A link and the letters that its owner sends. */
async function sending() {
  const world = makeWorld();
  const { shareId } = await world.create([world.drive.add('Holiday')]);
  const sent: Record<string, unknown>[] = [];
  await runInDurableObject(objects.shareRegistries.getByName(world.owner.userId), (registry) => {
    const deliver = async (items: readonly { id: string; event: string; payload: { sealed?: string } }[]) => {
      for (const { event, payload } of items)
        if (event === 'mail.send') sent.push(JSON.parse(payload.sealed ?? '') as Record<string, unknown>);
      return items.map(({ id }) => id);
    };
    Object.assign(registry, { deliver });
  });
  const send = async (email: string, parts = world.parts) => {
    await mailLink(parts, world.owner, { shareId: asShareId(shareId), email }, world.call());
    await runInDurableObject(objects.shareRegistries.getByName(world.owner.userId), (registry) =>
      (registry as unknown as { drain(): Promise<void> }).drain(),
    );
  };
  return { world, shareId: asShareId(shareId), sent, send };
}

it('a letter with a link has the public name of its sender and nothing else of the sender', async () => {
  const { world, shareId, sent, send } = await sending();
  await send('ann@example.com');
  expect(sent[0]).toMatchObject({
    kind: 'link-sent',
    to: 'ann@example.com',
    path: `/s/${shareId}`,
    about: '',
    code: '',
  });
  await setSender(world.parts, world.owner, 'Alice of the hills', world.call());
  await send('Bob <bob@example.com>');
  expect(sent[1]).toMatchObject({ to: 'bob@example.com', about: 'Alice of the hills' });
  expect(JSON.stringify(sent)).not.toContain('Holiday');
});

it('an address gets a link once a day, and a person sends a bounded number of letters', async () => {
  const { sent, send } = await sending();
  for (const email of ['ann@example.com', 'ANN@example.com', 'ann@example.com']) await send(email);
  expect(sent).toHaveLength(1);
  for (let at = 1; at < MAX_MAILED_PER_DAY; at += 1) await send(`friend${at}@example.com`);
  await expect(send('one-more@example.com')).rejects.toMatchObject({
    errorName: 'too_many_requests',
    detail: { messageKey: 'share.mail.limit' },
  });
  await send('ann@example.com');
  expect(sent).toHaveLength(MAX_MAILED_PER_DAY);
});

it('no letter is sent to a text that is no address, with a closed link, with a link of another person and without mail', async () => {
  const { world, shareId, sent, send } = await sending();
  for (const email of ['ann', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])
    await expect(send(email)).rejects.toMatchObject({ errorName: 'invalid_argument' });
  const other = makeWorld();
  const foreign = mailLink(other.parts, other.owner, { shareId, email: 'ann@example.com' }, other.call());
  await expect(foreign).rejects.toMatchObject({ errorName: 'not_found' });
  const off = { ...world.parts, mail: { ...world.parts.mail, ready: false } };
  await expect(send('ann@example.com', off)).rejects.toMatchObject({ errorName: 'unavailable' });
  await remove(world.parts, world.owner, [shareId]);
  await expect(send('ann@example.com')).rejects.toMatchObject({ errorName: 'not_found' });
  expect(sent).toEqual([]);
});
