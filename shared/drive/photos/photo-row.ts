/** The row of a picture in the order of time. Pure; used on both sides. */
import { type DriveRow, rowOf } from '../rows.ts';
import type { Photo } from './photos.contract.ts';
import { readClock } from './taken.ts';

export function photoRowOf({ file, taken }: Photo): DriveRow {
  return { ...rowOf(file), takenMs: readClock(taken)?.clockMs ?? 0 };
}
