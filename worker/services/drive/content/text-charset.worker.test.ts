import { expect, it } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { charsetOf } from './text-charset.ts';

function contentOf(bytes: Uint8Array<ArrayBuffer>) {
  const blobs = {
    get: async (_key: string, start = 0, end = bytes.length) => new Blob([bytes.slice(start, end)]).stream(),
  };
  const manifest = { v: 1 as const, size: bytes.length, parts: [{ key: 'x', size: bytes.length }] };
  return [blobs as unknown as BlobStore, { manifest, sizeBytes: bytes.length }] as const;
}

it.each([
  ['utf-8', 'Отчёт за прошлый месяц лежит в общей папке.\n'],
  ['gbk', '我们下周一在三楼会议室开会，请大家带上上个月的数据。\n'],
  ['windows-1251', 'Отчёт за прошлый месяц лежит в общей папке.\n'],
  ['shift_jis', '明日の会議は三時から始まりますので、資料を印刷しておいてください。\n'],
] as const)(
  'a shown text in %s says so, in this runtime too, when its start is read alone',
  async (encoding: TextEncoding, line) => {
    for (const text of [line, line.repeat(900)])
      expect(await charsetOf(...contentOf(new Uint8Array(encodeAs(text, encoding))))).toBe(encoding);
  },
);

it('an empty text is UTF-8', async () => {
  expect(await charsetOf(...contentOf(new Uint8Array(0)))).toBe('utf-8');
});
