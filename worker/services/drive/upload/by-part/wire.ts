/** A session as the person reads it who sends the file. */
import type { SendingSession } from '#shared/drive/sending/sending-schemas.ts';
import { wireTime } from '#shared/units.ts';
import { partCount } from '../rules.ts';
import { WIRE_PHASE } from '../wire.ts';
import type { PartsAnswer } from './send-parts.ts';

export function toSession(key: string, upload: PartsAnswer): SendingSession {
  return {
    upload_id: key,
    part_size: upload.partBytes,
    part_count: partCount(upload.sizeBytes, upload.partBytes),
    size: String(upload.sizeBytes),
    parts: [...upload.parts],
    expiration: wireTime(upload.deadlineMs),
    phase: WIRE_PHASE[upload.phase],
  };
}
