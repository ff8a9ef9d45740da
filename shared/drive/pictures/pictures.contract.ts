/** Endpoint of small images: a browser gives a file of its person an image that the server cannot make. Ours; wire-contract.md is silent. */
import * as v from 'valibot';
import { endpoint, wireCount } from '#shared/contract.ts';
import { byId, writeErrors } from '../fields.ts';
import { fileObject } from '../model.ts';

export const picturesContract = {
  setThumbnail: endpoint({
    id: 'drive.setThumbnail',
    method: 'POST',
    path: '/drive/v1/files/{id}/thumbnail',
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    idempotency: 'natural',
    adds: true,
    params: byId,
    /** Of the file: pixels, and whole seconds. */
    query: v.object({ width: wireCount, height: wireCount, duration: wireCount }),
    output: fileObject,
    errors: [...writeErrors, 'file_in_recycle_bin', 'file_blocked', 'file_too_large'],
    summary: 'Gives a file an image: a frame of a film, a cover, a first page. It is encoded anew',
  }),
} as const;
