import { expect, test } from 'vitest';
import { pickedFromDrop } from './picked.ts';
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
