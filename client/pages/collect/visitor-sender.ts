/** A visitor of a link that collects as a sender of files. The secret of this browser is the authority; there is no bearer. */
import { readDeviceId } from '#client/api/device.ts';
import { endpointPath } from '#client/api/endpoint-path.ts';
import { ApiError, unreachable } from '#client/api/errors.ts';
import { pageFetch } from '#client/api/fetch.ts';
import type { Sender } from '#client/transfer/sending/sender.ts';
import { type PartRequest, sendBytes, type WholeRequest } from '#client/transfer/upload/send-part.ts';
import type { TransferApi, UploadStart } from '#client/transfer/upload/upload.api.ts';
import type { UploadDeps } from '#client/transfer/upload/upload-one.ts';
import type { Endpoint, OutputOf } from '#shared/contract.ts';
import { COLLECT_SECRET_HEADER, visitorContract } from '#shared/drive/collect/visitor.contract.ts';
import type { SendingSession } from '#shared/drive/sending/sending-schemas.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import type { ReceivedError } from '#shared/error-message.ts';
import type { Visit } from './visit.ts';

/** As on the server: the kind of a file is seen in so many bytes. */
const HEAD_BYTES = 512;

/** @param form  its action ends with the id of the link; its fields are those of the visitor */
export function makeVisitorSender(form: HTMLFormElement, visit: Visit): Sender {
  const fieldOf = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
  const id = decodeURIComponent(new URL(form.action).pathname.split('/').at(-1) ?? '');
  const secret = { [COLLECT_SECRET_HEADER]: fieldOf('receipt') };
  const deviceId = readDeviceId(() => localStorage);
  const receipt = form.querySelector<HTMLAnchorElement>('[data-sending-receipt]');
  if (receipt) receipt.href = visit.receiptHref;

  async function call<E extends Endpoint>(
    row: E,
    params: Readonly<Record<string, string>>,
    { body, signal }: { body?: object; signal?: AbortSignal } = {},
  ): Promise<OutputOf<E>> {
    const path = endpointPath(row, { id, ...params });
    const response = await pageFetch()
      .raw<OutputOf<E> & ReceivedError>(path, {
        method: row.method,
        headers: { ...secret, 'x-device-id': deviceId },
        ignoreResponseError: true,
        ...(body ? { body } : {}),
        ...(signal ? { signal } : {}),
      })
      .catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw unreachable(path, cause);
      });
    const answer = response._data;
    if (!response.ok || answer === undefined) throw new ApiError(answer ?? { error: 'internal' }, path);
    return answer;
  }

  const withToken = (session: SendingSession): UploadSession => ({
    ...session,
    upload_token: secret[COLLECT_SECRET_HEADER],
  });

  function apiOf(file: File, captchaToken: string): UploadDeps['api'] {
    let token = captchaToken;
    return {
      nextOrigin: () => location.origin,
      async begin({ name, sizeBytes, key }, signal): Promise<UploadStart> {
        const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
        const body = {
          key,
          name,
          size: sizeBytes,
          head: btoa(String.fromCharCode(...head)),
          visitor: fieldOf('visitor'),
          note: fieldOf('note'),
          captcha_token: token,
        };
        token = '';
        const session = await call(visitorContract.collectSend, {}, { body, signal });
        return { session: session.phase === 'PHASE_TYPE_PENDING' ? withToken(session) : null, taskId: null };
      },
      state: async (key, signal) => withToken(await call(visitorContract.collectSendState, { key }, { signal })),
      async complete(key, signal) {
        await call(visitorContract.collectSendComplete, { key }, { signal });
        return { taskId: null, isDone: true };
      },
      task: (): ReturnType<TransferApi['task']> => Promise.reject(new Error('visitors have no tasks')),
    };
  }

  return {
    async coming() {
      const { files } = await call(visitorContract.collectSent, {});
      return files
        .filter(({ state }) => state === 'coming')
        .map(({ key, name, size, size_stored: stored }) => ({
          key,
          name,
          sizeBytes: Number(size),
          storedBytes: Number(stored),
        }));
    },
    keyOf: visit.keyOf,
    onBegun: () => visit.remember(),
    onSent() {
      visit.remember(true);
      location.assign(visit.receiptHref);
    },
    async drop(key) {
      await call(visitorContract.collectSendAbort, { key });
    },
    upload: (file, captchaToken) => ({
      api: apiOf(file, captchaToken),
      sendPart: (request: PartRequest) => {
        const { method } = visitorContract.collectSendPart;
        const path = endpointPath(visitorContract.collectSendPart, { id, key: request.uploadId, part: request.part });
        return sendBytes(method, path, { [COLLECT_SECRET_HEADER]: request.token }, request);
      },
      // The form of the page, which takes a small file in one request.
      sendWhole(request: WholeRequest) {
        // A token is good for one call, and one that fails is followed by another.
        if (captchaToken !== '') return Promise.reject(new Error('begins with a token'));
        const body = new FormData();
        for (const name of ['receipt', 'visitor', 'note']) body.append(name, fieldOf(name));
        body.append('key', request.key);
        body.append('file', file);
        const { pathname } = new URL(form.action);
        return sendBytes('POST', pathname, { accept: 'application/json' }, request, body);
      },
    }),
  };
}
