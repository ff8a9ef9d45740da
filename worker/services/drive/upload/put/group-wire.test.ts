import { expect, it } from 'vitest';
import { type AppError, isAppError } from '#shared/errors.ts';
import { readGroup } from './group-wire.ts';

const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const file = (more: object = {}) => ({ name: 'a', size: 1, key: 'k', ...more });

function bodyOf(line: string, content = 'x'): Uint8Array<ArrayBuffer> {
  return encode(`${line}\n${content}`);
}

function refusal(body: Uint8Array<ArrayBuffer>): string {
  try {
    readGroup(body);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { errorName, detail }: AppError = error;
    return `${errorName} ${detail?.reason} ${detail?.field}`;
  }
  return 'none';
}

it('gives each file its bytes, in the order of the line', () => {
  const time = '2026-01-02T03:04:05.000+08:00';
  const line = [
    file({ size: 2 }),
    file({ name: 'é', key: 'l', size: 3, parent_id: 'V', conflict: 'skip', user_modified_time: time }),
  ];
  const [first, second] = readGroup(bodyOf(JSON.stringify(line), 'abc\ne'));
  expect(first).toMatchObject({ parentId: '', name: 'a', key: 'k', modifiedMs: null, bytes: encode('ab') });
  expect(first).not.toHaveProperty('conflict');
  const modifiedMs = Date.parse(time);
  expect(second).toMatchObject({ parentId: 'V', name: 'é', conflict: 'skip', modifiedMs, bytes: encode('c\ne') });
});

it.each([
  ['no line', encode('x'), 'invalid_argument no_line body'],
  ['an empty body', encode(''), 'invalid_argument no_line body'],
  ['a line that never ends', encode(`[${' '.repeat(256 * 1024)}]\nx`), 'invalid_argument no_line body'],
  ['text that is none', new Uint8Array([0x5b, 0xff, 0x5d, 10]), 'invalid_argument malformed_text body'],
  ['JSON that is none', bodyOf('[{"name": "a"'), 'invalid_argument malformed_json body'],
  ['no list', bodyOf(JSON.stringify(file())), 'invalid_argument array '],
  ['no file', bodyOf('[]', ''), 'invalid_argument min_length '],
  [
    '65 files',
    bodyOf(JSON.stringify(Array.from({ length: 65 }, (_, at) => file({ key: `${at}` }))), 'x'.repeat(65)),
    'invalid_argument max_length ',
  ],
  ['an empty file', bodyOf(JSON.stringify([file({ size: 0 })]), ''), 'invalid_argument min_value 0.size'],
  ['a file of another kind of size', bodyOf(JSON.stringify([file({ size: '1' })])), 'invalid_argument number 0.size'],
  ['half a byte', bodyOf(JSON.stringify([file({ size: 1.5 })])), 'invalid_argument safe_integer 0.size'],
  [
    'a size beyond the group',
    bodyOf(JSON.stringify([file({ size: 2 ** 20 + 1 })])),
    'invalid_argument max_value 0.size',
  ],
  ['no key', bodyOf(JSON.stringify([file({ key: '' })])), 'invalid_argument regex 0.key'],
  ['a key beyond a header', bodyOf(JSON.stringify([file({ key: 'ä' })])), 'invalid_argument regex 0.key'],
  ['one key twice', bodyOf(JSON.stringify([file(), file()]), 'xx'), 'invalid_argument repeated key'],
  [
    'a choice that is none',
    bodyOf(JSON.stringify([file({ conflict: 'noise' })])),
    'invalid_argument picklist 0.conflict',
  ],
  ['a byte too few', bodyOf(JSON.stringify([file({ size: 2 })])), 'invalid_argument part_length body'],
  ['a byte too many', bodyOf(JSON.stringify([file()]), 'xx'), 'invalid_argument part_length body'],
])('refuses %s', (_what, body, expected) => expect(refusal(body)).toBe(expected));
