import { expect, it } from 'vitest';
import { runExtract } from './extract.ts';
import type { ExtractOrder } from './rpc-types.ts';
import type { ArchiveWork } from './work.ts';

/** A folder, or an empty file, in a tar. */
function header(path: string, type = '5'): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(512);
  const put = (text: string, at: number) => new TextEncoder().encodeInto(text, block.subarray(at));
  put(path, 0);
  put('00000000000\0', 124);
  put('00000000000\0', 136);
  put(type, 156);
  block.fill(32, 148, 156);
  put(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return block;
}

function workOn(drive: object, tar: Blob): ArchiveWork {
  const manifest = { v: 1, size: tar.size, parts: [{ key: 'x', size: tar.size }] };
  return {
    deps: { blobs: { get: async (_key: string, start = 0, end = tar.size) => tar.slice(start, end).stream() } },
    driveName: 'one',
    drive,
    plan: { source: { manifest, name: 'a.tar' }, place: { next: 0 } },
    hasShare: () => false,
    moved: () => undefined,
  } as unknown as ArchiveWork;
}

it('a folder that an archive names many times is made once', async () => {
  const paths = Array.from({ length: 300 }, (_, at) => (at % 100 === 50 ? 'other/' : at % 2 === 0 ? 'a/b/' : './a//b'));
  const tar = new Blob([...paths.map((path) => header(path)), new Uint8Array(1_024)]);
  const calls: string[] = [];
  const done = { ok: true, value: null };
  const drive = {
    async archiveOpen(_run: unknown, { path }: { path: string[] }) {
      calls.push(`open ${path.join('/')}`);
      return done;
    },
    async archiveAdvance(_run: unknown, next: number) {
      calls.push(`advance ${next}`);
      return done;
    },
    async archiveEnd(_run: unknown, reason: unknown) {
      calls.push(`end ${reason}`);
      return done;
    },
  };
  const work = workOn(drive, tar);
  expect(await runExtract(work, { do: 'extract', secret: '', chosen: '' } as unknown as ExtractOrder)).toBe(true);
  expect(calls).toEqual(['open a/b', 'advance 1', 'open other', 'advance 51', 'end null']);
});

it('other work runs between the files of an archive, however small they are', async () => {
  const FILES = 400;
  const files = Array.from({ length: FILES }, (_, at) => header(`folder ${at}/`));
  let [made, isRunning, turns] = [0, true, 0];
  const done = async () => ({ ok: true, value: null });
  const drive = {
    archiveAdvance: done,
    archiveEnd: done,
    archiveOpen() {
      made += 1;
      return done();
    },
  };
  const others = (async () => {
    for (; isRunning; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  })();
  const order = { do: 'extract', secret: '', chosen: '' } as unknown as ExtractOrder;
  await runExtract(workOn(drive, new Blob([...files, new Uint8Array(1_024)])), order);
  isRunning = false;
  await others;
  expect(made).toBe(FILES);
  expect(turns).toBeGreaterThan(FILES / 10);
});
