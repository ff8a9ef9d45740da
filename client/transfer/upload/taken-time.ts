/** When a picture or film that is sent was taken, read from the file on this device. */
import { storedType } from '#shared/drive/file-kind.ts';
import { takenAt, writeTaken } from '#shared/drive/photos/taken.ts';

/** Minutes that the clock of this device is ahead of UTC at a moment. */
const zoneAt = (atMs: number): number => -new Date(atMs).getTimezoneOffset();

/**
 * A file that does not say it has the time of its last change, by the clock of this device.
 * @param modifiedMs  epoch ms
 * @returns as the wire has it; '' for other files, and where it cannot be read
 */
export async function takenTimeOf(file: File, modifiedMs: number, nowMs: number): Promise<string> {
  const { category } = storedType(file.name, file.size);
  if (category !== 'IMAGE' && category !== 'VIDEO') return '';
  try {
    const { readTaken } = await import('#shared/drive/photos/read-taken.ts');
    const readPiece = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
    const taken = await readTaken(file.size, readPiece, { nowMs, zoneAt });
    return writeTaken(taken ?? takenAt(modifiedMs, zoneAt(modifiedMs)));
  } catch {
    // The server reads it; a file that cannot be read fails when it is sent.
    return '';
  }
}
