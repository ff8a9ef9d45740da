import { expect, it, vi } from 'vitest';
import { newWireId } from '#worker/platform/ids.ts';
import { onLinksEndSoon, onLinkVisited } from './events.ts';
import { NOW_MS } from './share-fixture.ts';

/** The letter about links that end, as it is prepared. */
async function letterOf(shareIds: readonly string[]) {
  const prepare = vi.fn(async (_letter: unknown) => ({ payload: { sealed: 's' } }));
  const deps = {
    drive: { ring: async () => undefined },
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
  const ring = vi.fn(async () => undefined);
  const prepare = vi.fn(async (_letter: unknown) => ({ payload: { sealed: 's' } }));
  const deps = {
    drive: { ring },
    mail: { ready: true, prepare, deliver: async () => undefined },
    auth: { letterBoxOf: async () => ({ email: 'owner@example.com', locale: 'ru' }) },
    clock: { nowMs: () => NOW_MS },
  } as unknown as Parameters<typeof onLinkVisited>[0];
  const payload = { ownerId: 'o', shareId: 'one', title: 'Holiday' };
  await onLinkVisited(deps, { id: 'fact', event: 'share.visited', source: 'one', payload });
  const data = { name: 'Holiday', shareId: 'one' };
  expect(ring.mock.calls).toEqual([['o', { id: 'fact', kind: 'link-visited', data }]]);
  expect(prepare.mock.calls[0]?.[0]).toMatchObject({
    to: 'owner@example.com',
    locale: 'ru',
    path: '/drive/shares?link=one',
  });
  expect(JSON.stringify(prepare.mock.calls[0])).not.toContain('Holiday');
});
