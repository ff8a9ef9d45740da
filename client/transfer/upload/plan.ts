/** Arithmetic of one upload: missing parts, and the bytes of a part. Pure. */
import type { UploadSession } from '#shared/drive/upload.contract.ts';

export interface PartRange {
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;
}

type Parts = Pick<UploadSession, 'part_size' | 'part_count' | 'parts'>;

/** Numbers of the parts that are not stored, from 1, in order. */
export function missingParts(session: Parts): number[] {
  const stored = new Set(session.parts);
  return Array.from({ length: session.part_count }, (_, index) => index + 1).filter((part) => !stored.has(part));
}

/** Bytes of a part. @param part  1 to part_count */
export function partRange(session: Parts, part: number, sizeBytes: number): PartRange {
  const start = (part - 1) * session.part_size;
  return { start, end: Math.min(start + session.part_size, sizeBytes) };
}

/** Bytes that the server has stored. */
export function storedBytes(session: Parts, sizeBytes: number): number {
  return session.parts.reduce((sum, part) => {
    const { start, end } = partRange(session, part, sizeBytes);
    return sum + end - start;
  }, 0);
}
