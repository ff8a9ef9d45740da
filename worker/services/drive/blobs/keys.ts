/** Names of the objects of the blob index. */
import type { ObjectsByName, RpcOf } from '#worker/platform/rpc.ts';
import type { BlobIndexObject } from './blob-index.object.ts';

/** One of 256, by the first two digits of the digest: `blob-index-ab`; where there are 16 (worker/env.ts), one stands for 16 of these. */
export function blobIndexName(contentKey: string): string {
  return `blob-index-${contentKey.slice(2, 4)}`;
}

/** One object of the blob index; several names stand for one where there are 16. */
export type BlobIndexStub = RpcOf<BlobIndexObject> & { readonly id: { toString(): string } };

/** The object that indexes this content. */
export function blobIndexOf(index: ObjectsByName, contentKey: string): BlobIndexStub {
  return index.getByName(blobIndexName(contentKey)) as BlobIndexStub;
}

const NAMES = Array.from({ length: 256 }, (_, at) => `blob-index-${at.toString(16).padStart(2, '0')}`);

/** Every object of the index once. */
export function blobIndexes(index: ObjectsByName): BlobIndexStub[] {
  const all = NAMES.map((name) => index.getByName(name) as BlobIndexStub);
  return [...new Map(all.map((stub) => [stub.id.toString(), stub])).values()];
}
