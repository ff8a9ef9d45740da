import { expect, test } from 'vitest';
import { makeFileObject } from '#shared/drive/file-fixture.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { packFile, pictureSizeOf, unpackFile } from './packed-page.ts';
import { visitorFile } from './view.ts';

const FILES: Record<string, FileObject> = {
  'a plain file': makeFileObject({
    id: 'a',
    name: 'a.txt',
    size: '12',
    mime_type: 'text/plain',
    file_extension: '.txt',
  }),
  'a folder': makeFileObject({ id: 'b', kind: 'drive#folder', folder_type: 'NORMAL', audit: null }),
  'a folder of another type': makeFileObject({ id: 'b', kind: 'drive#folder', folder_type: 'DOWNLOAD', audit: null }),
  'a picture': makeFileObject({ id: 'c', name: 'p.jpg', params: { width: '3', height: '2', secret: 'x' } }),
  'a file without an extension in its name': makeFileObject({ id: 'd', name: 'x', file_extension: '.odd' }),
  'a file under review': makeFileObject({
    audit: { status: 'STATUS_AUDITING', message: 'm', title: '' },
    phase: 'PHASE_TYPE_ERROR',
  }),
  'a file with hostile texts': makeFileObject({
    name: '"],[1,"<&\u2028',
    hash: '0',
    sort_name: '0',
    spell_name: ['a', ''],
  }),
};

test.each(Object.entries(FILES))('%s is the same after packing as a visitor sees it', (_what, file) => {
  for (const isRoot of [true, false]) {
    const seen = visitorFile(file, isRoot);
    const row = JSON.parse(JSON.stringify(packFile(seen, '1~k', ''))) as ReturnType<typeof packFile>;
    expect(unpackFile(row, seen.user_id)).toEqual(seen);
  }
});

test('a packed row has the size of its picture where it is known', () => {
  const picture = visitorFile(FILES['a picture'] as FileObject, false);
  expect(pictureSizeOf(packFile(picture, '', 'm'))).toEqual({ width: 3, height: 2 });
  expect(pictureSizeOf(packFile(visitorFile(FILES['a plain file'] as FileObject, false), '', ''))).toBeNull();
});
