/** EXIF facts of pictures, and of broken ones. */
import { expect, test } from 'vitest';
import { readExif } from './exif.ts';
import { exifBlock, exifJpeg } from './exif-fixture.ts';

test('the facts of a camera are read from a JPEG', () => {
  expect(readExif(exifJpeg())).toMatchObject({
    camera: 'Alpha One',
    takenAt: '2026-08-01 12:30:00',
    exposureSeconds: 1 / 250,
    aperture: 2.8,
    iso: 400,
    focalLengthMm: 50,
  });
});

test('a place is read with its sign', () => {
  const place = readExif(exifJpeg())?.place;
  expect(place?.latitude).toBeCloseTo(64.1467, 3);
  expect(place?.longitude).toBeCloseTo(-21.94, 3);
});

test('a bare TIFF block is read like that of a JPEG', () => {
  expect(readExif(exifBlock())?.iso).toBe(400);
});

test('a picture cut at any byte is read without an error', () => {
  const whole = exifJpeg();
  for (let length = 0; length < whole.length; length += 1)
    expect(() => readExif(whole.subarray(0, length))).not.toThrow();
});

test('any changed byte is read without an error', () => {
  const whole = exifJpeg();
  for (let at = 0; at < whole.length; at += 1) {
    const broken = whole.slice();
    broken[at] = 0xff;
    expect(() => readExif(broken)).not.toThrow();
  }
});

test('a file without facts has none', () => {
  expect(readExif(new TextEncoder().encode('<html><script>alert(1)</script></html>'))).toBeNull();
});
