/** Programs without what only a debugger reads: symbol tables and debug sections, a sixth of Node and a quarter of workerd. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

const HEADER_BYTES = 64;
/** Places in the header of a 64-bit ELF file. */
const AT = { class: 4, order: 5, programs: 32, sections: 40, programBytes: 54, programCount: 56, sectionBytes: 58 };
const [CLASS_64, LITTLE_ENDIAN] = [2, 1];

/** Cuts a program after the last byte that the system loads. Files of other kinds stay as they are. @returns bytes cut off */
export function cutSymbols(file: string): number {
  const handle = openSync(file, 'r+');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(handle, header, 0, HEADER_BYTES, 0);
    const isElf = header.toString('latin1', 0, 4) === '\x7fELF';
    if (!isElf || header[AT.class] !== CLASS_64 || header[AT.order] !== LITTLE_ENDIAN) return 0;
    const [each, count] = [header.readUInt16LE(AT.programBytes), header.readUInt16LE(AT.programCount)];
    const from = Number(header.readBigUInt64LE(AT.programs));
    const programs = Buffer.alloc(each * count);
    readSync(handle, programs, 0, programs.length, from);
    let end = from + programs.length;
    for (let at = 0; at < programs.length; at += each)
      end = Math.max(end, Number(programs.readBigUInt64LE(at + 8) + programs.readBigUInt64LE(at + 32)));
    const whole = Number(header.readBigUInt64LE(AT.sections));
    // The table of sections is the last of a linked file; without one it has been cut already.
    if (whole === 0 || whole < end) return 0;
    const { size } = fstatSync(handle);
    header.writeBigUInt64LE(0n, AT.sections);
    // Bytes of a section's entry, their count, and the section of names.
    header.fill(0, AT.sectionBytes, HEADER_BYTES);
    writeSync(handle, header, 0, HEADER_BYTES, 0);
    ftruncateSync(handle, end);
    return size - end;
  } finally {
    closeSync(handle);
  }
}
