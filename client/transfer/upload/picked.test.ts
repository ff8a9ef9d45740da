import { expect, test } from 'vitest';
import { pickedFromDrop, withFittingNames } from './picked.ts';
import { file } from './upload-fixture.ts';

function dropped(one: File, more: object): DataTransfer {
  const entry = { isFile: true, name: one.name, file: (take: (file: File) => void) => take(one) };
  return { items: [{ kind: 'file', webkitGetAsEntry: () => entry, ...more }], files: [one] } as never;
}

test('a dropped file has a handle where the browser gives one', async () => {
  const one = file('a', 5);
  const handle = { kind: 'file' };
  expect(await pickedFromDrop(dropped(one, { getAsFileSystemHandle: async () => handle }))).toEqual([
    { file: one, folders: [], handle },
  ]);
  expect(await pickedFromDrop(dropped(one, {}))).toEqual([{ file: one, folders: [] }]);
});

test('a dropped file without a handle is still picked', async () => {
  const one = file('a', 5);
  const refused = { getAsFileSystemHandle: () => Promise.reject(new DOMException('no', 'NotAllowedError')) };
  expect(await pickedFromDrop(dropped(one, refused))).toEqual([{ file: one, folders: [] }]);
});

test('a file whose name is too long is picked under a shorter one with the same bytes, and says so', async () => {
  const long = new File(['bytes'], `${'報'.repeat(100)}.pdf`, { lastModified: 1_000, type: 'application/pdf' });
  const [entry, other] = withFittingNames([
    { file: long, folders: ['資料'.repeat(60), 'b'] },
    { file: file('a', 5), folders: [] },
  ]);
  expect(entry).toMatchObject({ isShortened: true, folders: [`${'資料'.repeat(42)}資`, 'b'] });
  expect([entry?.file?.name, entry?.file?.lastModified, entry?.file?.type]).toEqual([
    `${'報'.repeat(83)}.pdf`,
    1_000,
    'application/pdf',
  ]);
  expect(await entry?.file?.text()).toBe('bytes');
  expect(other?.isShortened).toBeUndefined();
});
