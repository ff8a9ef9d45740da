/** The upload engine with its real parts. Loaded once the page is alive: nothing here is needed before somebody picks a file. */
import type { ApiClient } from '#client/api/client.ts';
import { pageHasher } from './page-hasher.ts';
import { makeWholeDoor, sendPart } from './part-door.ts';
import { reportingDoor } from './reporting-door.ts';
import { makeTransferApi } from './transfer.api.ts';
import { makeUploadKeep } from './upload-keep.ts';
import { makeUploads, type Uploads, type UploadsDeps } from './uploads.ts';
import { makeWindowMark } from './window-mark.ts';

/** @param userId  whose uploads this browser remembers */
export function makeEngine(
  client: ApiClient,
  userId: string,
  rest: Omit<UploadsDeps, 'api' | 'door' | 'wholeDoor' | 'hasher' | 'keep' | 'mark'>,
): Uploads {
  return makeUploads({
    ...rest,
    api: makeTransferApi(client),
    door: reportingDoor(client, sendPart),
    wholeDoor: reportingDoor(client, makeWholeDoor(client)),
    keep: makeUploadKeep(userId),
    mark: makeWindowMark(navigator.locks),
    hasher: pageHasher(),
  });
}
