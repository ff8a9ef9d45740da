/**
 * One per document: makes each feature's state and the request client once, so that two islands share them.
 * Nothing here runs on import; `startScope` is called by entry.ts before any island.
 */
import type { PageFacts } from '#shared/islands.ts';
import { type ApiClient, makeApiClient } from './api/client.ts';
import { readDeviceId } from './api/device.ts';
import { type DriveRoom, makeDriveRoom } from './drive/drive.room.ts';
import { linkDialogLoader } from './share/load-link-dialog.ts';

export interface Scope {
  readonly facts: PageFacts;
  readonly api: ApiClient;
  /** The drive's state and actions; made when first asked for. */
  drive(): DriveRoom;
}

let current: Scope | null = null;

export function startScope(facts: PageFacts): Scope {
  const api = makeApiClient({
    origins: facts.apiOrigins,
    clientId: facts.clientId,
    locale: facts.locale,
    deviceId: readDeviceId(() => localStorage),
  });
  let drive: DriveRoom | null = null;
  current = {
    facts,
    api,
    drive: () => {
      drive ??= makeDriveRoom(api, { loadShareDialog: linkDialogLoader(api) });
      return drive;
    },
  };
  return current;
}

/** @throws Error outside a document that entry.ts has started */
export function scope(): Scope {
  if (!current) throw new Error('an island was rendered before its document was started');
  return current;
}
