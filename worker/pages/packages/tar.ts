/** Writes a tar file of a few small files. Source: POSIX.1-2017, pax, "ustar Interchange Format". */

const BLOCK = 512;
/** 1980-01-02, in seconds: the same files give the same bytes. */
const MADE_AT_SECONDS = 315_619_200;
/** Executable by all: a package says itself which of its files are programs, and its installer sets the rest. */
const MODE = 0o755;
const LONGEST_NAME = 100;

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`;
}

/** @throws RangeError for a name that a plain header does not hold */
function headerOf(name: string, sizeBytes: number): Uint8Array {
  if (name.length > LONGEST_NAME || !/^[ -~]+$/.test(name)) throw new RangeError(`no name for a tar header: ${name}`);
  const fields = [
    name.padEnd(LONGEST_NAME, '\0'),
    octal(MODE, 7),
    octal(0, 7),
    octal(0, 7),
    octal(sizeBytes, 11),
    octal(MADE_AT_SECONDS, 11),
    // The sum counts its own field as blanks.
    ' '.repeat(8),
    '0',
    '\0'.repeat(100),
    'ustar\x0000',
  ].join('');
  const bytes = new Uint8Array(BLOCK);
  bytes.set(new TextEncoder().encode(fields));
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.set(new TextEncoder().encode(`${octal(sum, 6)} `), 148);
  return bytes;
}

/** @param folder  before each name, with its slash */
export function packTar(files: Readonly<Record<string, Uint8Array>>, folder: string): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const padded = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
    padded.set(bytes);
    return [headerOf(`${folder}${name}`, bytes.length), padded];
  });
  blocks.push(new Uint8Array(2 * BLOCK));
  const tar = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    tar.set(block, at);
    at += block.length;
  }
  return tar;
}
