/**
 * Chooses the store of this deployment. Used by: compose.ts, and objects and jobs that delete or read bytes.
 */
import type { MachineBindings } from '../disk-space.ts';
import { makeFlush } from '../flush.ts';
import { makeDiskStore } from './disk.ts';
import type { BlobStore } from './port.ts';
import { makeR2Store } from './r2.ts';

export interface BlobBindings extends MachineBindings {
  readonly BLOB_STORE: string;
  readonly BLOBS: R2Bucket;
  readonly BLOBS_DISK?: Fetcher;
}

/** @throws Error when the disk is asked for and none is bound */
export function makeBlobStore(bindings: BlobBindings): BlobStore {
  if (bindings.BLOB_STORE !== 'disk') return makeR2Store(bindings.BLOBS);
  if (!bindings.BLOBS_DISK) throw new Error('BLOB_STORE is "disk" but BLOBS_DISK is not bound');
  return makeDiskStore(bindings.BLOBS_DISK, bindings.MACHINE ? makeFlush(bindings) : null);
}
