/** Files of a guest on their way into a folder of another person. The right is the guest's own: no secret, and no memory of this browser. */
import type { ApiClient } from '#client/api/client.ts';
import { endpointPath } from '#client/api/endpoint-path.ts';
import type { BegunFile, Sender } from '#client/transfer/sending/sender.ts';
import { type PartRequest, sendBytes, type WholeRequest } from '#client/transfer/upload/send-part.ts';
import type { TransferApi, UploadStart } from '#client/transfer/upload/upload.api.ts';
import { commonContract } from '#shared/drive/grants/guest.contract.ts';
import { guestPartsContract } from '#shared/drive/grants/guest-parts.contract.ts';
import type { SendingSession } from '#shared/drive/sending/sending-schemas.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';

export interface GuestPlace {
  readonly grantId: string;
  /** '' for the common folder itself. */
  readonly folderId: string;
}

/** The key of a file begins with its time, so that it is found by any browser of the guest, and another version of it is not. */
const timeOf = ({ lastModified }: File) => `${lastModified.toString(36)}-`;

/** The session of the guest stands for the token. */
const withToken = (session: SendingSession): UploadSession => ({ ...session, upload_token: '' });

/** @param onSent  all files are here */
export function makeGuestSender(api: ApiClient, { grantId: id, folderId }: GuestPlace, onSent: () => void): Sender {
  let known: readonly BegunFile[] = [];
  const keys = new Map<string, string>();

  async function authorized(): Promise<Record<string, string>> {
    return { authorization: `Bearer ${await api.bearer()}` };
  }

  const calls = {
    nextOrigin: () => api.nextOrigin(),
    async begin(
      { name, sizeBytes, key }: Parameters<TransferApi['begin']>[0],
      signal: AbortSignal,
    ): Promise<UploadStart> {
      const body = { key, parent_id: folderId, name, size: sizeBytes };
      const session = await api.call(guestPartsContract.commonSend, { params: { id }, body, signal });
      return { session: session.phase === 'PHASE_TYPE_PENDING' ? withToken(session) : null, taskId: null };
    },
    async state(key: string, signal: AbortSignal) {
      return withToken(await api.call(guestPartsContract.commonSendState, { params: { id, key }, signal }));
    },
    async complete(key: string, signal: AbortSignal) {
      await api.call(guestPartsContract.commonSendComplete, { params: { id, key }, signal });
      return { taskId: null, isDone: true };
    },
    task: (): ReturnType<TransferApi['task']> => Promise.reject(new Error('guests have no tasks')),
  };

  async function sendPart(request: PartRequest): Promise<void> {
    const { method } = guestPartsContract.commonSendPart;
    const path = endpointPath(guestPartsContract.commonSendPart, { id, key: request.uploadId, part: request.part });
    await sendBytes(method, path, await authorized(), request);
  }

  async function sendWhole(request: WholeRequest): Promise<void> {
    const { method } = commonContract.commonPut;
    const query = new URLSearchParams({ parent_id: folderId, name: request.name });
    const headers = { ...(await authorized()), 'idempotency-key': request.key };
    await sendBytes(method, `${endpointPath(commonContract.commonPut, { id })}?${query}`, headers, request);
  }

  return {
    async coming() {
      const { files } = await api.call(guestPartsContract.commonComing, { params: { id }, isBackground: true });
      known = files
        .filter((file) => file.parent_id === folderId)
        .map(({ key, name, size, size_stored: stored }) => ({
          key,
          name,
          sizeBytes: Number(size),
          storedBytes: Number(stored),
        }));
      return known;
    },
    keyOf(file) {
      const mark = JSON.stringify([file.name, file.size, file.lastModified]);
      const begun = known.find(
        ({ key, name, sizeBytes }) => name === file.name && sizeBytes === file.size && key.startsWith(timeOf(file)),
      );
      const key = keys.get(mark) ?? begun?.key ?? timeOf(file) + crypto.randomUUID();
      keys.set(mark, key);
      return key;
    },
    async drop(key) {
      await api.call(guestPartsContract.commonSendAbort, { params: { id, key } });
    },
    upload: () => ({ api: calls, sendPart, sendWhole }),
    onBegun: () => undefined,
    onSent() {
      // The same file may be sent once more: it is another one then.
      known = [];
      keys.clear();
      onSent();
    },
  };
}
