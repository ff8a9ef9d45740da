/**
 * 7-Zip as WebAssembly (7z-wasm 1.2.0, LGPL with the restriction of unRAR), behind this one file. It is given the compiled module, so
 * that it runs in a Worker and in a process.
 */
import sevenZipFactory, { type SevenZipModule } from '7z-wasm';

/** More memory, output or entries than allowed. */
export class EngineLimit extends Error {
  override readonly name = 'EngineLimit';
  readonly reason: 'too_large' | 'too_many';

  constructor(reason: 'too_large' | 'too_many') {
    super(reason);
    this.reason = reason;
  }
}

export interface SevenZipRun {
  readonly code: number;
  readonly messages: string;
}

export interface SevenZip {
  /**
   * Runs one command.
   * @param take  takes the standard output, piece by piece; what it throws ends the command. @param memoryBytes  that the module may take
   * @throws EngineLimit; as `take`
   */
  run(args: readonly string[], take: (piece: Uint8Array<ArrayBuffer>) => void, memoryBytes: number): SevenZipRun;
}

interface FileSystem {
  writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
  write(stream: { fd: number }, buffer: Int8Array, offset: number, length: number, position?: number): number;
}

/** A page of WebAssembly memory. */
const PAGE_BYTES = 65_536;
/** Messages of a command: the first ones say what went wrong. */
const MAX_MESSAGE_BYTES = 65_536;
const STDOUT = 1;
const STDERR = 2;

export const ARCHIVE = '/archive';

export async function makeSevenZip(module: WebAssembly.Module, archive: Uint8Array<ArrayBuffer>): Promise<SevenZip> {
  // The package looks for Node and would take its file system; as a renderer it takes the given one.
  const host = process as unknown as { type?: string };
  const before = host.type;
  let limitBytes = 0;
  let isOverLimit = false;
  host.type = 'renderer';
  let tool: SevenZipModule;
  try {
    tool = await sevenZipFactory({
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(module, imports);
        const memory = instance.exports['memory'] as WebAssembly.Memory;
        const grow = memory.grow.bind(memory);
        memory.grow = (pages: number): number => {
          isOverLimit ||= memory.buffer.byteLength + pages * PAGE_BYTES > limitBytes;
          if (isOverLimit) throw new RangeError('memory limit of the archive engine');
          return grow(pages);
        };
        done(instance);
        return instance.exports;
      },
    } as Parameters<typeof sevenZipFactory>[0]);
  } finally {
    if (before === undefined) Reflect.deleteProperty(host, 'type');
    else host.type = before;
  }
  const files = tool.FS as unknown as FileSystem;
  const write = files.write.bind(files);
  files.writeFile(ARCHIVE, archive, { canOwn: true });

  return {
    run(args, take, memoryBytes) {
      const messages: Uint8Array[] = [];
      let messageBytes = 0;
      let refusal: { readonly error: unknown } | null = null;
      limitBytes = memoryBytes;
      files.write = (stream, buffer, offset, length, position) => {
        const piece = () => new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice();
        if (stream.fd === STDOUT) {
          try {
            take(piece());
          } catch (error) {
            refusal = { error };
            throw error;
          }
          return length;
        }
        if (stream.fd !== STDERR) return write(stream, buffer, offset, length, position);
        messageBytes += length;
        if (messageBytes < MAX_MESSAGE_BYTES) messages.push(piece());
        return length;
      };
      let code: number;
      try {
        code = (tool.callMain([...args]) as unknown as number | undefined) ?? 0;
      } catch (error) {
        code = (error as { status?: number }).status ?? 2;
      }
      if (refusal) throw (refusal as { readonly error: unknown }).error;
      if (isOverLimit) throw new EngineLimit('too_large');
      const text = new TextDecoder();
      return { code, messages: messages.map((piece) => text.decode(piece)).join('') };
    },
  };
}
