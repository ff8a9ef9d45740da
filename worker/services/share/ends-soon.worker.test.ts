import { expect, it, vi } from 'vitest';
import { newWireId } from '#worker/platform/ids.ts';
import { onLinksEndSoon } from './events.ts';
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
