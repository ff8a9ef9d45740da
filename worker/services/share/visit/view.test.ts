import { expect, test } from 'vitest';
import { type FileObject, fileObject } from '#shared/drive/model.ts';
import { visitorFile } from './view.ts';

/** Keys of a file that visitors see. Adding a key here is a decision about every link. */
const SHOWN = [
  'audit',
  'created_time',
  'file_category',
  'file_extension',
  'folder_type',
  'hash',
  'icon_link',
  'id',
  'kind',
  'md5_checksum',
  'mime_type',
  'modified_time',
  'name',
  'original_file_index',
  'parent_id',
  'phase',
  'revision',
  'size',
  'sort_name',
  'space',
  'spell_name',
  'user_id',
  'user_modified_time',
];

/** A file whose every key, nested ones too, holds a mark; and one key outside the type. */
function marked(): FileObject {
  const keys = [...Object.keys(fileObject.entries), 'brought_by'];
  const audit = { status: 'mark', message: 'mark', title: 'mark', operator: 'secret' };
  return Object.fromEntries(keys.map((key) => [key, key === 'audit' ? audit : 'mark'])) as unknown as FileObject;
}

test('a visitor sees the listed keys of a file, and no key that was added to files later', () => {
  const seen = Object.entries(visitorFile(marked(), false))
    .filter(([, value]) => JSON.stringify(value).includes('mark'))
    .map(([key]) => key);
  expect(seen.toSorted()).toEqual(SHOWN);
  expect(JSON.stringify(visitorFile(marked(), false))).not.toContain('secret');
});

test('the parent folder of a shared root is hidden from visitors', () => {
  expect(visitorFile(marked(), true).parent_id).toBe('');
});

test('a visitor gets every key that the contract names', () => {
  expect(Object.keys(visitorFile(marked(), false)).toSorted()).toEqual(Object.keys(fileObject.entries).toSorted());
});
