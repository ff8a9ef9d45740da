import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkGlossary } from './glossary.ts';

function reported(text: string, path = 'client/drive/listing.ts'): string[] {
  const sources = path.endsWith('.md') ? [] : [readSource(path, text)];
  return checkGlossary(new Map([[path, text]]), sources).map(({ message }) => message.split('"')[1] ?? '');
}

test.each([
  ['a comment', '// Nobody else asks for it.', 'nobody'],
  ['a block comment', '/**\n * Meanwhile the list is read.\n */', 'meanwhile'],
  ['a comment with a headless subject', '// What is shown is stale now.', 'What'],
  ['a variable', 'const keptListing = 1;', 'kept'],
  ['a type', 'interface DriveRoom {}', 'room'],
  ['a property', 'export const a = { door: 1 };', 'door'],
  ['a method', 'class A { takeOut() {} }', 'takeOut'],
  ['an element', 'export const a = <DoorView />;', 'door'],
  ['a participle as a type', 'type Asked = string;', 'Asked'],
  ['the name of a test', "test('somebody opens a link', () => {});", 'somebody'],
  ['the name of a table of tests', 'test.each([1])(`the verdict of a link`, () => {});', 'verdict'],
])('a word of the glossary is reported in %s', (_, text, word) => {
  expect(reported(text, 'client/drive/listing.view.tsx')).toEqual([word]);
});

test('a word of the glossary is reported in a document and in the name of a file, with its line', () => {
  const documents = new Map([['worker/edge/README.md', '# Edge\n\nThe news table.\n']]);
  expect(checkGlossary(documents, [])).toMatchObject([{ path: 'worker/edge/README.md', line: 3 }]);
  expect(reported('', 'worker/services/drive/door-refusal.ts')).toEqual(['door']);
  expect(reported('', 'client/drive/upload/part-words.ts')).toEqual(['-words.ts']);
});

test.each([
  ['a text for users', "export const title = 'The latest news';"],
  ['a rounded number', 'export const a = Math.floor(1.5);'],
  ['a longer word', 'const typeface = 1, surface = 2;'],
  ['a column', 'export const a = (row: { kept_until: number }) => row.kept_until;'],
  ['a question', '// What happens on a second call? The first answer is returned.'],
])('%s passes', (_, text) => {
  expect(reported(text)).toEqual([]);
});

test('the page that lists the words may hold them', () => {
  expect(reported('| room | module |', 'docs/glossary.md')).toEqual([]);
});
