import { expect, it } from 'vitest';
import { asShareId } from '#shared/ids.ts';
import { makeCall } from '#worker/platform/call-fixture.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import { entryAt } from './link-tree.ts';

const NAMES = Array.from({ length: 20_000 }, (_, at) => `file ${String(at).padStart(5, '0')}`);

const fileOf = (name: string) => ({
  kind: 'drive#file',
  id: `V${name}`,
  name,
  size: '1',
  hash: '',
  mime_type: '',
  links: {},
});

it('a file of a folder with twenty pages is found by one page and one read of its name', async () => {
  const asked: string[] = [];
  const answer = (names: readonly string[], next: string) => ({
    share_status: 'OK',
    found: true,
    files: names.map(fileOf),
    next_page_token: next,
    pass_code_token: '',
  });
  const share = {
    open: async ({ pageToken }: { pageToken: string }) => {
      asked.push(`page ${pageToken}`);
      return answer(NAMES.slice(0, 1_000), 'next');
    },
    named: async (_query: object, name: string) => {
      asked.push(name);
      return answer(
        NAMES.filter((each) => each === name),
        '',
      );
    },
  } as unknown as Pick<ShareService, 'open' | 'named'>;
  const visit = { shareId: asShareId(`V${'s'.repeat(25)}`), passCode: '', call: makeCall(0, {}) };
  const deps = { share, passCodeWaitSeconds: 60, known: new Map() };
  expect((await entryAt(deps, visit, ['file 19999'])).name).toBe('file 19999');
  expect(asked).toEqual(['page ', 'file 19999']);
  await expect(entryAt(deps, visit, ['File 19999'])).rejects.toThrow('file_not_found');
});
