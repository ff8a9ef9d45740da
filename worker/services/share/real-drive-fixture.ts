/** Links over a real drive, for tests of both. */

import { asNodeId, type NodeId } from '#shared/ids.ts';
import { makePlans } from '#shared/membership/plans-fixture.ts';
import { readConfig } from '#worker/env.ts';
import { makeArchiveEngine } from '#worker/platform/archives/engine.ts';
import { makeAtOnce } from '#worker/platform/at-once.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeDownloader } from '#worker/platform/downloader/service.ts';
import { makePictureCodec } from '#worker/platform/pictures/codec.ts';
import type { Caller } from '#worker/platform/request.ts';
import {
  type DriveDeps,
  type DriveService,
  makeDriveService,
  makeImageSigner,
} from '#worker/services/drive/service.ts';
import { makeShareParts } from './deps.ts';
import { env, makeWorld, objects } from './share-fixture.ts';

/** @param watch  puts something before the drive */
export function makeDriveWorld(watch = (drive: DriveService) => drive) {
  const { deps, person, call: callAt } = makeWorld();
  const { keyring } = deps;
  const { limits } = readConfig(env);
  const driveDeps: DriveDeps = {
    ...objects,
    blobs: makeBlobStore(env),
    keyring,
    appOrigin: 'https://app.test',
    contentOrigin: 'https://content.test',
    codec: makePictureCodec(env.CODEC),
    archiveEngine: makeArchiveEngine(env.CODEC),
    texts: null,
    insideSearches: makeAtOnce(2, systemClock),
    imageSigner: makeImageSigner({ keyring, contentOrigin: 'https://content.test' }),
    limits,
    clock: systemClock,
    plans: async () => makePlans(1_000_000, 1),
    outgoing: { allowed: new Set(), ports: new Set() },
    downloader: makeDownloader({}),
    sharedAmong: async () => [],
    people: { find: async () => '', nameOf: async () => 'Owner', exists: async () => true },
  };
  const drive = watch(makeDriveService(driveDeps));
  const parts = makeShareParts({ ...deps, drive, clock: systemClock, limits });
  const call = callAt({ nowMs: systemClock.nowMs() });
  async function folder(owner: Caller, name: string, parentId = asNodeId('')): Promise<NodeId> {
    return asNodeId((await drive.createFolder(owner, { parentId, name }, call)).file?.id ?? '');
  }
  return { drive, driveDeps, parts, call, person, folder };
}
