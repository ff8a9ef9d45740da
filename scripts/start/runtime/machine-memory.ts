/** How much memory the processes of the codec have: that of the container, or of the machine. */
import { totalmem } from 'node:os';
import { MIB } from '#shared/units.ts';
import { PROCESS_DECODER_BYTES } from '#worker/codec/limits.ts';

/** With less than this one process of the codec computes at a time, and the others end. */
const SMALL_BYTES = 768 * MIB;
/** All other processes, and Node around the decoder. */
const OTHERS_BYTES = 384 * MIB;
/** 96 MiB: photos of phones as JPEG and WebP. */
const LEAST_DECODER_BYTES = 96 * MIB;

export function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export const isSmallMachine = (bytes: number): boolean => bytes < SMALL_BYTES;

/** Memory of the decoder of pictures. A picture that needs more has no small image; without the bound the kernel would end processes. */
export function decoderBytesFor(bytes: number): number {
  return Math.min(PROCESS_DECODER_BYTES, Math.max(LEAST_DECODER_BYTES, bytes - OTHERS_BYTES));
}

/** Runs one piece of work at a time; each member first ends the processes of the others. */
export function makeOneAtATime() {
  const members = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  return (endIdle: () => void) => {
    members.add(endIdle);
    return <T>(work: () => Promise<T>): Promise<T> => {
      const next = last.then(() => {
        for (const end of members) if (end !== endIdle) end();
        return work();
      });
      last = next.catch(() => undefined);
      return next;
    };
  };
}

export type OneAtATime = ReturnType<typeof makeOneAtATime>;
