/** One order of the archive engine: lists a packed archive, and unpacks it. Sizes of the listing are compared with the output. */
import {
  type EngineAnswer,
  type EngineEntry,
  type EngineOrder,
  type EngineRefusal,
  MAX_ENGINE_BYTES,
  MAX_ENGINE_ENTRIES,
  readFrame,
} from '#worker/platform/archives/engine.ts';
import { makeListing } from './listing.ts';
import { ARCHIVE, EngineLimit, makeSevenZip, type SevenZipRun } from './seven-zip.ts';

export function refusedBy(reason: EngineRefusal): EngineAnswer {
  return { head: { ok: false, reason }, contents: [] };
}

/** Collects an output. */
function makeOutput(maxBytes: number) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  return {
    pieces,
    bytes: () => bytes,
    take(piece: Uint8Array<ArrayBuffer>): void {
      bytes += piece.length;
      if (bytes > maxBytes) throw new EngineLimit('too_large');
      pieces.push(piece);
    },
  };
}

function refusalOf({ messages }: SevenZipRun, password: string): EngineRefusal {
  if (/wrong password|encrypted/i.test(messages)) return password === '' ? 'password_required' : 'password_incorrect';
  if (/unsupported/i.test(messages)) return 'unsupported';
  return /memory/i.test(messages) ? 'too_large' : 'damaged';
}

async function unpack(
  module: WebAssembly.Module,
  { what, password }: EngineOrder,
  archive: Uint8Array<ArrayBuffer>,
  memoryBytes: number,
): Promise<EngineAnswer> {
  const zip = await makeSevenZip(module, archive);
  const secret = `-p${password}`;
  const budget = memoryBytes - archive.length;
  let entries: readonly EngineEntry[] = [];
  if (what !== 'stream') {
    const listing = makeListing(MAX_ENGINE_ENTRIES);
    const listed = zip.run(['l', '-slt', '-sccUTF-8', secret, ARCHIVE], listing.write, budget);
    if (listed.code !== 0) return refusedBy(refusalOf(listed, password));
    entries = listing.end();
  }
  if (what === 'list') return { head: { ok: true, entries }, contents: [] };
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > MAX_ENGINE_BYTES) return refusedBy('too_large');
  if (password === '' && entries.some(({ isEncrypted }) => isEncrypted)) return refusedBy('password_required');
  const most = what === 'stream' ? MAX_ENGINE_BYTES : total;
  const output = makeOutput(most);
  const run = zip.run(['x', '-so', '-y', secret, ARCHIVE], output.take, budget - most);
  if (run.code !== 0) return refusedBy(refusalOf(run, password));
  if (what === 'contents' && output.bytes() !== total) return refusedBy('damaged');
  return { head: { ok: true, entries }, contents: output.pieces };
}

/**
 * @param module  7zz.wasm of the package, compiled
 * @param frame  an order, then the archive
 * @param memoryBytes  for the archive, the engine and the contents together
 */
export async function answerOrder(
  module: WebAssembly.Module,
  frame: Uint8Array<ArrayBuffer>,
  memoryBytes: number,
): Promise<EngineAnswer> {
  try {
    const { value, rest } = readFrame(frame);
    if (rest.length > MAX_ENGINE_BYTES) return refusedBy('too_large');
    return await unpack(module, value as EngineOrder, rest, memoryBytes);
  } catch (error) {
    return refusedBy(error instanceof EngineLimit ? error.reason : 'damaged');
  }
}
