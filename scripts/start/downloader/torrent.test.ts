import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { MAX_TORRENT_FILES } from '#shared/drive/fetch/limits.ts';
import { type Bencoded, BencodeError, parseBencode, writeBencode } from '#shared/drive/torrent/bencode.ts';
import { fileTree } from '#shared/drive/torrent/file-tree.ts';
import { readMagnet, writeMagnet } from '#shared/drive/torrent/magnet.ts';
import { readTorrent, TorrentError, writeTorrent } from '#shared/drive/torrent/torrent.ts';
import { makeTorrent } from './torrent-fixture.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const files = [
  { path: ['a', 'one.bin'], bytes: Buffer.alloc(70_000, 1) },
  { path: ['two.bin'], bytes: Buffer.alloc(5, 2) },
];

function reasonOf(bytes: Uint8Array): string {
  try {
    readTorrent(bytes);
    return '';
  } catch (error) {
    return error instanceof TorrentError ? error.reason : String(error);
  }
}

/** A torrent with this info dictionary. */
const withInfo = (info: object): Uint8Array => writeBencode({ info: info as never });
const PLAIN = { name: 'x', 'piece length': 16, pieces: new Uint8Array(20), length: 10 };

it('bencode is read as it is written, with the bytes of the outermost values', () => {
  const value = { a: [1, -5, 'text'], b: { c: new Uint8Array([0, 255]) } };
  const bytes = writeBencode(value);
  const { value: read, spans } = parseBencode(bytes);
  const dict = read as ReadonlyMap<string, Bencoded>;
  expect(dict.get('a')).toEqual([1, -5, bytesOf('text')]);
  expect(spans.get('b')).toEqual(writeBencode(value.b));
});

it.each([
  '',
  'i01e',
  'i-0e',
  'ie',
  'i99999999999999999999e',
  '5:abc',
  '99999999999999999:a',
  'd1:ai1e1:ai2ee',
  'di1ei2ee',
  'l',
  'i1ei2e',
  `${'l'.repeat(100_000)}`,
])('bencode that lies is refused: %s', (text) => {
  expect(() => parseBencode(bytesOf(text))).toThrow(BencodeError);
});

it('whatever bytes change, a torrent is read or refused, and nothing else', () => {
  const { torrent } = makeTorrent('pack', files, 'http://tracker.example/announce');
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const copy = torrent.slice(0, next(4) === 0 ? next(torrent.length) : torrent.length);
    for (let change = next(5); change >= 0 && copy.length > 0; change -= 1) copy[next(copy.length)] = next(256);
    expect(['', 'damaged', 'unsafe', 'too_many']).toContain(reasonOf(copy));
  }
});

it('a torrent gives its files, and its content survives a rewrite with other trackers', () => {
  const made = makeTorrent('pack', files, 'http://tracker.example/announce', { 'url-list': 'https://seeds.example/' });
  const torrent = readTorrent(made.torrent);
  expect(torrent).toMatchObject({ name: 'pack', isSingle: false, trackers: ['http://tracker.example/announce'] });
  expect(torrent.files).toEqual([
    { index: 1, path: ['a', 'one.bin'], sizeBytes: 70_000 },
    { index: 2, path: ['two.bin'], sizeBytes: 5 },
  ]);
  const again = readTorrent(writeTorrent({ ...torrent, trackers: ['http://other.example/'], webSeeds: [] }));
  expect(createHash('sha1').update(again.info).digest('hex')).toBe(made.infoHash);
  expect([again.trackers, again.webSeeds]).toEqual([['http://other.example/'], []]);
});

it.each([
  ['a path that leads out', { ...PLAIN, length: undefined, files: [{ length: 10, path: ['..', 'x'] }] }, 'unsafe'],
  ['a path with a separator', { ...PLAIN, length: undefined, files: [{ length: 10, path: ['a/b'] }] }, 'unsafe'],
  ['an empty name', { ...PLAIN, length: undefined, files: [{ length: 10, path: [''] }] }, 'unsafe'],
  ['no path', { ...PLAIN, length: undefined, files: [{ length: 10, path: [] }] }, 'damaged'],
  ['a negative size', { ...PLAIN, length: -1 }, 'damaged'],
  ['digests of another size', { ...PLAIN, length: 100 }, 'damaged'],
  ['no piece length', { ...PLAIN, 'piece length': 0 }, 'damaged'],
  [
    'sizes that overflow',
    { ...PLAIN, length: undefined, files: Array.from({ length: 3 }, () => ({ length: 2 ** 53 - 1, path: ['x'] })) },
    'damaged',
  ],
  [
    '100,000 files',
    { ...PLAIN, length: undefined, files: Array.from({ length: 100_000 }, () => ({ length: 0, path: ['x'] })) },
    'too_many',
  ],
])('a torrent that lies is refused: %s', (_name, info, reason) => {
  const given = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined));
  expect(reasonOf(withInfo(given))).toBe(reason);
});

it('names of files become ones that a drive takes', () => {
  const info = { ...PLAIN, length: undefined, files: [{ length: 10, path: ['a\\b\u0007', 'c'.repeat(400)] }] };
  const [file] = readTorrent(
    withInfo(Object.fromEntries(Object.entries(info).filter(([, one]) => one !== undefined))),
  ).files;
  expect(file?.path[0]).toBe('a_b_');
  expect(file?.path[1]?.length).toBeLessThanOrEqual(255);
});

it('as many files as are taken are listed as a tree', () => {
  const list = Array.from({ length: MAX_TORRENT_FILES }, (_, at) => ({ length: 1, path: [`d${at % 10}`, `f${at}`] }));
  const pieces = new Uint8Array(20 * Math.ceil(MAX_TORRENT_FILES / 16));
  const torrent = readTorrent(withInfo({ name: 'many', 'piece length': 16, pieces, files: list }));
  const tree = fileTree(torrent.files.map((file) => ({ ...file, name: file.path.join('/') })));
  expect(tree.folders.map(({ indexes }) => indexes.length)).toEqual(Array.from({ length: 10 }, () => 1_000));
  expect([tree.sizeBytes, tree.files]).toEqual([MAX_TORRENT_FILES, []]);
});

it('a magnet link is reduced to its content, name and trackers', () => {
  const hash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
  const link = `magnet:?xt=urn:btih:${hash.toUpperCase()}&dn=a%20b&tr=udp%3A%2F%2Ft.example%3A1&x.pe=10.0.0.1:80&ws=http://10.0.0.1/`;
  const magnet = readMagnet(link);
  expect(magnet).toEqual({ infoHash: hash, name: 'a b', trackers: ['udp://t.example:1'] });
  expect(magnet && writeMagnet(magnet)).toBe(`magnet:?xt=urn:btih:${hash}&dn=a%20b&tr=udp%3A%2F%2Ft.example%3A1`);
  expect(readMagnet('magnet:?xt=urn:btih:YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK')?.infoHash).toBe(hash);
  expect([readMagnet('magnet:?xt=urn:btmh:1220aa'), readMagnet('magnet:?xt=urn:btih:zz')]).toEqual([null, null]);
});
