/** Endpoints of visitors of links that collect: files in parts. The secret of the browser is the authority. */
import { Buffer } from 'node:buffer';
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { COLLECT_SECRET_HEADER, type SentFileObject, visitorContract } from '#shared/drive/collect/visitor.contract.ts';
import { AppError } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { toSession } from '../upload/by-part/wire.ts';
import type { StoringDeps } from '../upload/store-part.ts';
import type { ReceiptFile } from './files.store.ts';
import { collectReceipt, requireSecret } from './visitor.ts';
import { noteOf, passedCheck, type VisitorShield, visitorOf, withCheck } from './visitor-check.ts';
import {
  beginCollectedParts,
  dropCollected,
  finishCollected,
  receiveCollectedPart,
  sentState,
} from './visitor-parts.ts';

export interface VisitorDeps extends DriveDeps, Pick<StoringDeps, 'requireDiskSpace'> {
  readonly shield: VisitorShield;
  /** Client of this product's own pages. */
  readonly webClient: string;
}

const secretOf = (request: Request) => request.headers.get(COLLECT_SECRET_HEADER) ?? '';

function toSent(file: ReceiptFile): SentFileObject {
  return {
    kind: 'drive#sent_file',
    key: file.fileKey,
    name: file.name,
    size: String(file.sizeBytes),
    size_stored: String(file.storedBytes),
    state: file.state,
    undoable: file.isUndoable,
    created_time: wireTime(file.atMs),
  };
}

export function bindVisitors(router: Hono<AppEnv>, deps: VisitorDeps): void {
  const { shield, webClient, requireDiskSpace } = deps;
  const named = ({ id, key }: { id: string; key: string }, request: Request) => ({
    linkId: id,
    receipt: secretOf(request),
    fileKey: key,
  });
  bindEndpoint(router, visitorContract.collectSend, async ({ params, body, call, request }) => {
    try {
      const { isChecked, needsCheck } = await passedCheck(shield, call, body.captcha_token);
      const upload = await beginCollectedParts(deps, {
        ...named({ id: params.id, key: body.key }, request),
        name: body.name,
        sizeBytes: body.size,
        isChecked,
        needsCheck,
        visitor: visitorOf(body.visitor),
        note: noteOf(body.note),
        head: Buffer.from(body.head, 'base64'),
        requireDiskSpace,
      });
      return toSession(body.key, upload);
    } catch (error) {
      throw await withCheck(shield, call, webClient, error);
    }
  });
  bindEndpoint(router, visitorContract.collectSent, async ({ params, request }) => {
    requireSecret(secretOf(request));
    const sent = await collectReceipt(deps, params.id, secretOf(request));
    return { files: sent.map(toSent) };
  });
  bindEndpoint(router, visitorContract.collectSendState, async ({ params, request }) =>
    toSession(params.key, await sentState(deps, named(params, request))),
  );
  bindEndpoint(router, visitorContract.collectSendPart, async ({ params, request }) => {
    const { part } = params;
    const { body } = request;
    const sizeBytes = parseCount(request.headers.get('content-length') ?? '');
    if (sizeBytes === null || !body)
      throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
    await receiveCollectedPart(deps, { ...named(params, request), part, sizeBytes, body, requireDiskSpace });
    return { part, size: String(sizeBytes) };
  });
  bindEndpoint(router, visitorContract.collectSendComplete, async ({ params, request }) => {
    await finishCollected(deps, named(params, request));
    return {};
  });
  bindEndpoint(router, visitorContract.collectSendAbort, async ({ params, request }) => {
    await dropCollected(deps, named(params, request));
    return {};
  });
}
