import { expect, test } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import { isTransportStream, mimeOfBytes } from './first-bytes.rules.ts';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const stream = () => {
  const bytes = new Uint8Array(188 * 4).fill(0xff);
  for (let at = 0; at < bytes.length; at += 188) bytes.set([0x47, 0x40, 0, 0x10], at);
  return bytes;
};

test.each([
  ['image/jpeg', latin('\xff\xd8\xff\xe0\0\x10JFIF\0')],
  ['image/png', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/webp', latin('RIFF\x24\0\0\0WEBPVP8 ')],
  ['image/heic', latin('\0\0\0\x18ftypheic\0\0\0\0')],
  ['application/pdf', latin('%PDF-1.7\n')],
  ['video/mp4', latin('\0\0\0\x20ftypisom\0\0\x02\0')],
  ['audio/mpeg', latin('ID3\x03\0\0\0\0\0\0')],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    latin('PK\x03\x04\x14\0\0\0word/document.xml'),
  ],
  ['application/epub+zip', latin(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`)],
  ['image/svg+xml', latin('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">')],
  ['text/plain', latin('MIT License\n\nCopyright')],
  ['text/plain', encodeAs('明日の会議は三時から始まります。\r\n', 'shift_jis')],
  ['video/mp2t', stream()],
  ['', latin('\x7fELF\x02\x01\x01\0\0\0\0\0')],
  ['', latin('PK\x03\x04\x14\0\0\0photo.jpg')],
  ['', new Uint8Array(0)],
])('first bytes say %s', (mime, bytes) => {
  expect(mimeOfBytes(bytes)).toBe(mime);
});

test('a film of MPEG-TS and a program are told apart', () => {
  expect(isTransportStream(stream())).toBe(true);
  expect(isTransportStream(latin(`GET; ${'x'.repeat(600)}`))).toBe(false);
  expect(isTransportStream(latin('G'))).toBe(false);
});
