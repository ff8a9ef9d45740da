import { expect, test } from 'vitest';
import { isInAnotherFolder, nameBeside } from './open-link.ts';

test.each([
  ['notes.md', 'notes.md'],
  ['./notes.md#part', 'notes.md'],
  ['picture%201.png', 'picture 1.png'],
  ['100%.txt', '100%.txt'],
])('%j names the file %j beside the document', (address, name) => {
  expect(nameBeside(address)).toBe(name);
});

test.each(['', '#part', '../secret.txt', '/etc/passwd', 'folder/file.md', 'javascript:alert(1)', '\\\\host\\x'])(
  '%j names no file beside the document',
  (address) => {
    expect(nameBeside(address)).toBe('');
  },
);

test.each([
  ['img/a.png', true],
  ['./img/a.png?x#y', true],
  ['../a.png', true],
  ['a.png', false],
  ['./a.png', false],
  ['/img/a.png', false],
  ['//example.com/a.png', false],
  ['https://example.com/a.png', false],
  ['data:image/png;base64,aa/b', false],
  ['img/', false],
])('%j leads into another folder: %j', (address, leads) => {
  expect(isInAnotherFolder(address)).toBe(leads);
});
