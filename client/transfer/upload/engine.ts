/** The upload engine with its real parts. Loaded once the page is alive: nothing here is needed before somebody picks a file. */
import type { ApiClient } from '#client/api/client.ts';
import { pageHasher } from '../hash/page-hasher.ts';
import { makeWindowMark } from '../window-mark.ts';
import { reportingDoor } from './reporting-sender.ts';
import { makeUploadKeep } from './saved-uploads.ts';
import { makeWholeDoor, sendPart } from './send-part.ts';
import { makeTransferApi } from './upload.api.ts';
import { makeUploads, type Uploads, type UploadsDeps } from './uploads.ts';

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
