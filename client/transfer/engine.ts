/** The upload engine with its real parts. Loaded once the page is alive: nothing here is needed before somebody picks a file. */
import type { ApiClient } from '#client/api/client.ts';
import { makeHashLineOpener } from './hash-line.ts';
import { makeHasher } from './hasher.ts';
import { sendPart } from './part-door.ts';
import { reportingDoor } from './reporting-door.ts';
import { makeTransferApi } from './transfer.api.ts';
import { makeUploads, type Uploads, type UploadsDeps } from './uploads.ts';

export function makeEngine(client: ApiClient, rest: Omit<UploadsDeps, 'api' | 'door' | 'hasher'>): Uploads {
  return makeUploads({
    ...rest,
    api: makeTransferApi(client),
    door: reportingDoor(client, sendPart),
    hasher: makeHasher(makeHashLineOpener()),
  });
}
