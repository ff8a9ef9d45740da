/** 7-Zip as WebAssembly (7z-wasm 1.2.0, LGPL with the restriction of unRAR), behind this one file. */
import sevenZipFactory, { type SevenZipModule } from '7z-wasm';
import wasm from '7z-wasm/7zz.wasm';
import { ArchiveFailed } from '../failed.ts';
import { MAX_PACKED_BYTES } from '../rules.ts';

export interface SevenZip {
  /** @returns the exit code. */
  run(args: readonly string[]): number;
  /** Lines of the last run. */
  output(): readonly string[];
  writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  /** Paths of the files in a folder. */
  filesIn(folder: string): string[];
}

interface WriteStream {
  readonly node?: { usedBytes?: number };
}

/** Bytes that all files of one instance may have, the archive among them. */
const MAX_HELD_BYTES = 3 * MAX_PACKED_BYTES;

export async function makeSevenZip(): Promise<SevenZip> {
  let lines: string[] = [];
  // The module looks for Node; as a renderer it takes what it is given.
  const host = process as unknown as { type?: string };
  const before = host.type;
  host.type = 'renderer';
  let module: SevenZipModule;
  try {
    module = await sevenZipFactory({
      print: (line: string) => void lines.push(line),
      printErr: (line: string) => void lines.push(line),
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(wasm, imports);
        done(instance);
        return instance.exports;
      },
    } as Parameters<typeof sevenZipFactory>[0]);
  } finally {
    if (before === undefined) Reflect.deleteProperty(host, 'type');
    else host.type = before;
  }
  const files = module.FS as unknown as {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    readdir(path: string): string[];
    write(stream: WriteStream, buffer: Uint8Array, offset: number, length: number, position?: number): number;
  };
  const write = files.write.bind(files);
  let heldBytes = 0;
  files.write = (stream, buffer, offset, length, position) => {
    heldBytes += length;
    if (heldBytes > MAX_HELD_BYTES) throw new ArchiveFailed('too_large');
    return write(stream, buffer, offset, length, position);
  };
  return {
    run(args) {
      lines = [];
      try {
        const code = module.callMain([...args]) as unknown as number | undefined;
        return code ?? 0;
      } catch (error) {
        if (error instanceof ArchiveFailed) throw error;
        const { status } = error as { status?: number };
        return status ?? 2;
      }
    },
    output: () => lines,
    writeFile: (path, bytes) => files.writeFile(path, bytes),
    readFile(path) {
      try {
        return files.readFile(path);
      } catch (error) {
        throw new ArchiveFailed('damaged', error);
      }
    },
    filesIn: (folder) =>
      files
        .readdir(folder)
        .filter((name) => name !== '.' && name !== '..')
        .map((name) => `${folder}/${name}`),
  };
}
