import { expect, it } from 'vitest';
import { listPartsXml, readCompleteXml } from './xml.ts';

const part = (number: string, etag: string) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;
const list = (inner: string) => `<CompleteMultipartUpload>${inner}</CompleteMultipartUpload>`;

it('the list that completes an upload is read as clients write it: declaration, namespace, quotes as entities, spaces, fields of their own', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Part><ETag> &quot;aa&quot; </ETag><PartNumber> 1 </PartNumber><ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part>
        <Part><PartNumber>2</PartNumber><ETag>"bb"</ETag></Part>
        <!-- last --><Part><PartNumber>30</PartNumber><ETag><![CDATA[cc]]></ETag></Part>
      </CompleteMultipartUpload>`;
  expect(readCompleteXml(xml, 10)).toEqual([
    { part: 1, etag: 'aa' },
    { part: 2, etag: 'bb' },
    { part: 30, etag: 'cc' },
  ]);
});

it.each([
  ['', 'nothing'],
  [list(''), 'no part'],
  ['<Other><Part><PartNumber>1</PartNumber><ETag>a</ETag></Part></Other>', 'another root'],
  [list(part('1e0', 'a')), 'a number that is not decimal digits'],
  [list(part('1', 'a')).slice(0, -1), 'a list without its end'],
  [list('<Part><PartNumber>1</PartNumber></Part>'), 'a part without ETag'],
  [list('<Part><PartNumber>1</PartNumber><ETag>a</Part>'), 'tags that cross'],
  [`<!DOCTYPE x [<!ENTITY a "b">]>${list(part('1', '&a;'))}`, 'a document type'],
  [list(part('1', '&unknown;')), 'an entity that is none'],
  [list(`<Part>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</Part>`), 'a depth no list has'],
  [list(part('1', 'a'.repeat(2_000))), 'an ETag longer than any'],
  [list(part('1', 'a') + part('2', 'b') + part('3', 'c')), 'more parts than are taken'],
])('the list that completes an upload is refused: %.60s (%s)', (xml) => {
  expect(readCompleteXml(xml, 2)).toBeNull();
});

// These must not keep other requests waiting; the tests end because each is read once.
it.each([
  ['parts without an end', '<Part>'.repeat(700_000)],
  ['spaces', ' '.repeat(4_000_000)],
  ['spaces in a field', `<Part><PartNumber>${' '.repeat(4_000_000)}<x></Part>`],
  ['text between parts', `${'a'.repeat(2_000_000)}${part('1', 'a')}${'b'.repeat(2_000_000)}`],
  ['attributes', `<Part ${Array.from({ length: 200_000 }, (_, at) => `a${at}="b"`).join(' ')}/>`],
  ['entities', '&amp;'.repeat(800_000)],
])('the list that completes an upload: of 4 MiB of %s is read in proportion to its length', (_what, inner) => {
  const listed = readCompleteXml(list(inner), 10_000);
  expect(listed === null || listed.length === 1).toBe(true);
});

it('only a page that others follow names the next one', () => {
  const page = { bucket: 'b', key: 'k', uploadId: 'u', marker: 0, maxParts: 1 };
  const parts = [{ part: 3, sizeBytes: 1, etag: 'e', atMs: 0 }];
  expect(listPartsXml({ ...page, parts, truncated: true })).toContain('<NextPartNumberMarker>3</NextPartNumberMarker>');
  expect(listPartsXml({ ...page, parts, truncated: false })).not.toContain('NextPartNumberMarker');
});
