/** Node has no `readAtLeast`, by which the Workers runtime reads bodies; unit tests of endpoints read them too. */
interface AtLeastReader {
  readAtLeast?(least: number, memory: Uint8Array<ArrayBuffer>): Promise<ReadableStreamReadResult<Uint8Array>>;
}

const reader = ReadableStreamBYOBReader.prototype as ReadableStreamBYOBReader & AtLeastReader;

async function readAtLeast(
  this: ReadableStreamBYOBReader,
  least: number,
  memory: Uint8Array<ArrayBuffer>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const all = new Uint8Array(memory.length);
  let size = 0;
  while (size < least) {
    const { done, value } = await this.read(new Uint8Array(memory.length - size));
    all.set(value ?? [], size);
    size += value?.length ?? 0;
    if (done) return size > 0 ? { done: false, value: all.subarray(0, size) } : { done: true, value: undefined };
  }
  return { done: false, value: all.subarray(0, size) };
}

reader.readAtLeast ??= readAtLeast;
