/** One order of the archive engine: lists a packed archive, and unpacks it. Sizes of the listing are compared with the output. */
import { MIB } from '#shared/units.ts';
import {
  type EngineAnswer,
  type EngineEntry,
  type EngineOrder,
  type EngineRefusal,
  MAX_ENGINE_BYTES,
  MAX_ENGINE_ENTRIES,
  readFrame,
} from '#worker/platform/archives/engine.ts';
import { parseListing } from './listing.ts';
import { ARCHIVE, EngineLimit, makeSevenZip, type SevenZipRun } from './seven-zip.ts';

/** Lines about 100,000 entries. */
const MAX_LISTING_BYTES = 48 * MIB;

export function refusedBy(reason: EngineRefusal): EngineAnswer {
  return { head: { ok: false, reason }, contents: [] };
}

function textOf({ output }: SevenZipRun): string {
  const decoder = new TextDecoder();
  return output.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
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
    const listed = zip.run(['l', '-slt', '-sccUTF-8', secret, ARCHIVE], MAX_LISTING_BYTES, budget);
    if (listed.code !== 0) return refusedBy(refusalOf(listed, password));
    const found = parseListing(textOf(listed), MAX_ENGINE_ENTRIES);
    if (!found) return refusedBy('too_large');
    entries = found;
  }
  if (what === 'list') return { head: { ok: true, entries }, contents: [] };
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > MAX_ENGINE_BYTES) return refusedBy('too_large');
  if (password === '' && entries.some(({ isEncrypted }) => isEncrypted)) return refusedBy('password_required');
  const most = what === 'stream' ? MAX_ENGINE_BYTES : total;
  const run = zip.run(['x', '-so', '-y', secret, ARCHIVE], most, budget - most);
  if (run.code !== 0) return refusedBy(refusalOf(run, password));
  if (what === 'contents' && run.outputBytes !== total) return refusedBy('damaged');
  return { head: { ok: true, entries }, contents: run.output };
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
    return refusedBy(error instanceof EngineLimit ? 'too_large' : 'damaged');
  }
}
