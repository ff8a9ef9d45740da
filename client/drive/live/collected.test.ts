import { expect, test, vi } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { showCollected } from './collected.ts';

const english = makeTranslator('en-US', loadMessages('en-US'));

test('files that came in are counted in a toast, whose button leads to them', () => {
  const show = vi.fn<(text: string, action?: { label: string; run: () => void }) => string>(() => 't1');
  const go = vi.fn();
  showCollected({ kind: 'drive#collected', files: 2, folder_id: 'Vfolder' }, { show }, { go }, english);
  expect(show.mock.calls[0]?.[0]).toBe('2 files arrived');
  show.mock.calls[0]?.[1]?.run();
  expect(go).toHaveBeenCalledWith('/drive/collect/Vfolder#received');
});

test.each([{ files: '2', folder_id: 'V' }, { files: 0, folder_id: 'V' }, { files: 1 }])(
  'a message that is none shows nothing: %o',
  (message) => {
    const show = vi.fn(() => 't1');
    showCollected(message, { show }, { go: vi.fn() }, english);
    expect(show).not.toHaveBeenCalled();
  },
);
