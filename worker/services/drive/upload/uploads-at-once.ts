/**
 * Files that one person sends at a time, by plan. Counted in the memory of their drive, where all parts pass: exact in all isolates,
 * without a row. An object that starts anew has forgotten them. Small files are free, as short spans of downloads are.
 */
import { AppError } from '#shared/errors.ts';
import { MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** 16 MiB: smaller files take seconds. */
const LONG_BYTES = 16 * MIB;
/** A part that never ends, because its isolate did, counts no longer. */
const PART_MS = 2 * MINUTE_MS;
/** Between two parts a file keeps its place so long. */
const GAP_MS = 5 * SECOND_MS;

interface SentFile {
  parts: number;
  untilMs: number;
}

export interface UploadsAtOnce {
  /** A part begins. @throws AppError transfer_limit */
  begin(upload: { readonly uploadId: string; readonly totalBytes: number }, limit: number, nowMs: number): void;
  /** A part has ended, stored or not. */
  endPart(uploadId: string, nowMs: number): void;
  /** The file has all its parts, or gets no more. */
  end(uploadId: string): void;
}

export function makeUploadsAtOnce(): UploadsAtOnce {
  const files = new Map<string, SentFile>();
  return {
    begin({ uploadId, totalBytes }, limit, nowMs) {
      if (totalBytes <= LONG_BYTES) return;
      for (const [id, { untilMs }] of files) if (untilMs <= nowMs) files.delete(id);
      const file = files.get(uploadId);
      if (!file && files.size >= limit)
        throw new AppError('transfer_limit', {
          metadata: { limit: String(limit), used: String(files.size) },
          messageKey: 'errors.transfer_limit_uploads',
          messageParams: { limit },
        });
      files.set(uploadId, { parts: (file?.parts ?? 0) + 1, untilMs: nowMs + PART_MS });
    },
    endPart(uploadId, nowMs) {
      const file = files.get(uploadId);
      if (!file) return;
      file.parts -= 1;
      if (file.parts <= 0) file.untilMs = nowMs + GAP_MS;
    },
    end(uploadId) {
      files.delete(uploadId);
    },
  };
}
