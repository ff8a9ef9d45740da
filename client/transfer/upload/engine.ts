/** The upload engine with its browser parts. Loaded after hydration, because the first picked file needs it first. */
import type { ApiClient } from '#client/api/client.ts';
import { pageHasher } from '../hash/page-hasher.ts';
import { makeWindowMark } from '../window-mark.ts';
import { withOriginReport } from './origin-report.ts';
import { makeSendGroup, makeSendWhole, sendPart } from './send-part.ts';
import { makeTransferApi } from './upload.api.ts';
import { makeUploadStore } from './upload-store.ts';
import { makeUploads, type Uploads, type UploadsDeps } from './uploads.ts';

export { makeTransferState } from './upload.state.ts';

/** @param userId  the user whose uploads this browser stores */
export function makeEngine(
  client: ApiClient,
  userId: string,
  rest: Omit<UploadsDeps, 'api' | 'sendPart' | 'sendWhole' | 'sendGroup' | 'hasher' | 'store' | 'mark'>,
): Uploads {
  return makeUploads({
    ...rest,
    api: makeTransferApi(client),
    sendPart: withOriginReport(client, sendPart),
    sendWhole: withOriginReport(client, makeSendWhole(client)),
    sendGroup: withOriginReport(client, makeSendGroup(client)),
    store: makeUploadStore(userId),
    mark: makeWindowMark(navigator.locks),
    hasher: pageHasher(),
  });
}
