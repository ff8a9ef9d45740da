/** Archives made to harm: each ends with its reason, within its limits. */
import { zipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { MAX_PATH_CHARS } from '#shared/drive/archive/archive-name.ts';
import type { ArchiveEngine } from '#worker/platform/archives/engine.ts';
import { ArchiveFailed } from '../failed.ts';
import { MAX_ENTRIES } from '../rules.ts';
import { listArchive, openArchive } from './open.ts';
import type { ArchiveSource } from './source.ts';

const text = (value: string) => new TextEncoder().encode(value);
const engine = {} as ArchiveEngine;

/** @param reads  lengths of the reads */
function sourceFrom(bytes: Uint8Array, name: string, sizeBytes = bytes.length, reads: number[] = []): ArchiveSource {
  return {
    name,
    sizeBytes,
    async read(start, length) {
      reads.push(length);
      return bytes.slice(start, start + length);
    },
    stream: (start, end) => new Blob([bytes.slice(start, end)]).stream(),
  };
}

const list = (bytes: Uint8Array, name: string) =>
  listArchive({ engine, source: sourceFrom(bytes, name), password: '' });

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof ArchiveFailed ? error.reason : String(error)),
  );
}

/** As a job reads it, without its contents. */
async function walkWhole(bytes: Uint8Array, name: string): Promise<void> {
  const walk = await openArchive({ engine, source: sourceFrom(bytes, name), password: '', purpose: 'extract' });
  for await (const _ of walk(new Set()));
}

async function contentsOf(bytes: Uint8Array, name: string): Promise<string[]> {
  const walk = await openArchive({ engine, source: sourceFrom(bytes, name), password: '', purpose: 'extract' });
  const found: string[] = [];
  for await (const entry of walk(null)) found.push(`${entry.path}=${await new Response(entry.content()).text()}`);
  return found;
}

const ZIP = zipSync({ 'a.txt': text('hello'), 'b.txt': text('x'.repeat(5_000)) });

function patched(bytes: Uint8Array, change: (view: DataView, end: number, directory: number) => void): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const end = copy.length - 22;
  change(view, end, view.getUint32(end + 16, true));
  return copy;
}

it('a zip file cut or changed at any byte is refused or read, and does nothing else', async () => {
  for (let at = 0; at < ZIP.length; at += 1) {
    const broken = ZIP.slice();
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    for (const bytes of [broken, ZIP.subarray(0, at)])
      expect(await reasonOf(contentsOf(bytes, 'a.zip'))).toMatch(
        /^(none|damaged|unsupported|password_required|too_large)$/,
      );
  }
});

it('entries of a zip file that share bytes are refused', async () => {
  const bomb = patched(ZIP, (view, _end, directory) => {
    const second = directory + 46 + 5;
    expect(view.getUint32(second, true)).toBe(0x02_01_4b_50);
    view.setUint32(second + 42, 0, true);
  });
  expect(await reasonOf(list(bomb, 'a.zip'))).toBe('damaged');
});

it('a directory of gigabytes is refused before it is read', async () => {
  const sizeBytes = 3 * 2 ** 30;
  const end = patched(ZIP.subarray(-22), (view) => {
    view.setUint32(12, 2 ** 31, true);
    view.setUint32(16, 0, true);
  });
  const reads: number[] = [];
  const source: ArchiveSource = {
    ...sourceFrom(end, 'a.zip', sizeBytes, reads),
    async read(_start, length) {
      reads.push(length);
      const tail = new Uint8Array(length);
      tail.set(end, length - end.length);
      return tail;
    },
  };
  expect(await reasonOf(listArchive({ engine, source, password: '' }))).toBe('too_large');
  expect(Math.max(...reads)).toBeLessThan(70_000);
});

it('an entry of a zip file that says another size or checksum than it has is refused', async () => {
  for (const field of [16, 24]) {
    const lying = patched(ZIP, (view, _end, directory) => view.setUint32(directory + field, 7, true));
    expect(await reasonOf(contentsOf(lying, 'a.zip'))).toBe('damaged');
  }
});

it('names of a zip file come from its directory, whatever its local headers say', async () => {
  const lying = ZIP.slice();
  lying.set(text('../..'), 30);
  expect((await list(lying, 'a.zip')).map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
});

it('a symbolic link in a zip file is left out, and the indexes of others stay', async () => {
  const linked = patched(ZIP, (view, _end, directory) => {
    view.setUint8(directory + 5, 3);
    view.setUint16(directory + 40, 0xa1_ff, true);
  });
  expect((await list(linked, 'a.zip')).map(({ path, index }) => [path, index])).toEqual([['b.txt', 1]]);
});

function tarHeader(path: string, type: string, sizeBytes: number): Uint8Array {
  const block = new Uint8Array(512);
  block.set(text(path), 0);
  block.set(text(`${sizeBytes.toString(8).padStart(11, '0')}\0`), 124);
  block.set(text('00000000000\0'), 136);
  block.set(text(type), 156);
  block.set(text('ustar\u000000'), 257);
  block.fill(32, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(text(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return block;
}

function joined(...pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / 512) * 512, 1_024));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += Math.ceil(piece.length / 512) * 512;
  }
  return all;
}

it('links, devices and pipes of a tar are left out, whatever size they say', async () => {
  const types = ['1', '2', '3', '4', '6'].map((type) => tarHeader('/dev/sda', type, 9_000));
  const tar = joined(...types, tarHeader('a.txt', '0', 5), text('hello'));
  expect(await contentsOf(tar, 'a.tar')).toEqual(['a.txt=hello']);
});

it('records without end before an entry of a tar are refused', async () => {
  const record = joined(tarHeader('x', 'x', 700_000), text(`700000 comment=${'x'.repeat(699_000)}`)).subarray(
    0,
    512 + 700_416,
  );
  const names = joined(...Array.from({ length: 2 }, () => record), tarHeader('a.txt', '0', 0));
  expect(await reasonOf(list(names, 'a.tar'))).toBe('damaged');
  const empty = joined(...Array.from({ length: 3_000 }, () => tarHeader('g', 'g', 0)));
  expect(await reasonOf(list(empty, 'a.tar'))).toBe('damaged');
});

it('a tar.gz with more left-out entries than any archive has ends', async () => {
  const link = tarHeader('l', '2', 0);
  const thousand = joined(...Array.from({ length: 1_000 }, () => link)).subarray(0, 512_000) as Uint8Array<ArrayBuffer>;
  let left = (3 * MAX_ENTRIES) / 1_000 + 1;
  const many = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(thousand.slice());
    },
  });
  const packed = await new Response(many.pipeThrough(new CompressionStream('gzip'))).bytes();
  expect(await reasonOf(walkWhole(packed, 'a.tar.gz'))).toBe('too_many');
});

it('left-out entries of one piece of a tar wait for nothing, and their names are not read', async () => {
  const count = 900;
  const links = Array.from({ length: count }, () => tarHeader('some/folder/link', '2', 0));
  const tar = joined(...links, tarHeader('a.txt', '0', 0));
  const source: ArchiveSource = {
    ...sourceFrom(tar, 'a.tar'),
    stream: () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(tar);
          controller.close();
        },
      }),
  };
  const decoded = vi.spyOn(TextDecoder.prototype, 'decode');
  let isDone = false;
  const listed = listArchive({ engine, source, password: '' }).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; turns < count && !isDone; turns += 1) await Promise.resolve();
  expect((await listed).map(({ path }) => path)).toEqual(['a.txt']);
  expect([turns < count / 10, decoded.mock.calls.length < count * 1.1]).toEqual([true, true]);
  decoded.mockRestore();
});

it('a tar.gz that unpacks beyond what its size allows ends there', async () => {
  const zeros = new Blob([
    tarHeader('big', '0', 8 * 2 ** 30 - 1) as Uint8Array<ArrayBuffer>,
    new Uint8Array(80 * 2 ** 20),
  ]);
  const packed = await new Response(zeros.stream().pipeThrough(new CompressionStream('gzip'))).bytes();
  expect(await reasonOf(walkWhole(packed, 'a.tar.gz'))).toBe('too_large');
});

it('a long content of a tar is passed over without reading it', async () => {
  const bytes = joined(tarHeader('big', '0', 8 * 2 ** 20), new Uint8Array(8 * 2 ** 20), tarHeader('a.txt', '0', 0));
  const starts: number[] = [];
  const plain = sourceFrom(bytes, 'a.tar');
  const source: ArchiveSource = {
    ...plain,
    stream(start, end) {
      starts.push(start);
      let at = start;
      return new ReadableStream({
        pull(controller) {
          if (at >= end) return controller.close();
          controller.enqueue(bytes.slice(at, at + 65_536));
          at += 65_536;
        },
      });
    },
  };
  const found = await listArchive({ engine, source, password: '' });
  expect(found.map(({ path }) => path)).toEqual(['big', 'a.txt']);
  expect(starts).toEqual([0, 8 * 2 ** 20 + 512]);
});

it('lengths of pax records that read bytes again are refused: half a million zeros before each end at once', async () => {
  const body = text(`${'0'.repeat(700_000)}1 path=${'x'.repeat(100)}\n`);
  const one = joined(tarHeader('x', 'x', body.length), body, tarHeader('a.txt', '0', 0));
  expect((await list(one, 'a.tar')).map(({ path }) => path)).toEqual(['a.txt']);
  const short = text(`00000001 ${'0000001 '.repeat(80_000)}`);
  const many = joined(tarHeader('x', 'x', short.length), short, tarHeader('b.txt', '0', 0));
  expect((await list(many, 'a.tar')).map(({ path }) => path)).toEqual(['b.txt']);
  const good = text('15 path=c=d.txt\n28 comment=a value without use\n'.replace(/^15/, '16'));
  const said = joined(tarHeader('x', 'x', good.length), good, tarHeader('short', '0', 0));
  expect((await list(said, 'a.tar')).map(({ path }) => path)).toEqual(['c=d.txt']);
});

it('paths of a tar that are megabytes long are cut, and stay too long to extract', async () => {
  const long = text(`${'n'.repeat(1_000_000)}`);
  const record = joined(tarHeader('l', 'L', long.length), long, tarHeader('a', '0', 0)).slice(0, -1_024);
  const packed = new Blob(Array.from({ length: 40 }, () => record as Uint8Array<ArrayBuffer>));
  const bytes = await new Response(packed.stream().pipeThrough(new CompressionStream('gzip'))).bytes();
  const source = sourceFrom(bytes, 'a.tar.gz');
  const walk = await openArchive({ engine, source, password: '', purpose: 'extract' });
  const lengths = new Set<number>();
  for await (const { path } of walk(new Set())) lengths.add(path.length);
  const [length = 0, ...others] = lengths;
  expect([length > MAX_PATH_CHARS, length < 5 * MAX_PATH_CHARS, others]).toEqual([true, true, []]);
});

it('a time that no calendar has is none', async () => {
  for (const [said, modifiedMs] of [
    ['1e300', null],
    ['99999999999999', null],
    ['-99999999999999', null],
    ['1700000000.5', 1_700_000_000_500],
  ] as const) {
    const line = ` mtime=${said}\n`;
    const record = text(`${line.length + 2}${line}`);
    const tar = joined(tarHeader('x', 'x', record.length), record, tarHeader('a.txt', '0', 0));
    expect((await list(tar, 'a.tar')).map((entry) => [said, entry.modifiedMs])).toEqual([[said, modifiedMs]]);
  }
});

it('an engine that fails says nothing about the archive', async () => {
  const source = sourceFrom(ZIP, 'a.7z');
  const lost = { run: () => Promise.reject(new Error('connection lost')) };
  expect(await reasonOf(listArchive({ engine: lost, source, password: '' }))).toBe('internal');
});
