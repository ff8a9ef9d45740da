/**
 * Dependencies of the drive's operations. No Env: compose.ts picks the bindings.
 */

import type { NodeId } from '#shared/ids.ts';
import type { Plans } from '#shared/membership/plans.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { ArchiveEngine } from '#worker/platform/archives/engine.ts';
import type { AtOnce } from '#worker/platform/at-once.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Downloader } from '#worker/platform/downloader/port.ts';
import type { OutgoingDeps } from '#worker/platform/outgoing/outgoing.ts';
import type { CallsOf, PartWithCalls } from '#worker/platform/parts/object-parts.ts';
import type { PictureCodec } from '#worker/platform/pictures/codec.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import type { TextReader } from '#worker/platform/texts/reader.ts';
import type { ImageSigner } from './images/link.ts';
import { driveName } from './keys.ts';

/** Who may be invited into a folder. */
export interface GrantPeople {
  /** @param identifier  mail address or user name @returns '' for none */
  find(identifier: string): Promise<string>;
  /** The name under which a person invites. Never an address. */
  nameOf(caller: Caller): Promise<string>;
  /** False for an id without an account: a sign-up that was never finished. */
  exists(userId: string): Promise<boolean>;
}

export interface DriveDeps {
  readonly drives: ObjectsByName;
  readonly blobIndex: ObjectsByName;
  readonly blobs: BlobStore;
  readonly keyring: Keyring;
  readonly imageSigner: ImageSigner;
  readonly codec: PictureCodec;
  readonly archiveEngine: ArchiveEngine;
  /** Null where the installation has no search inside files. */
  readonly texts: TextReader | null;
  /** Searches inside files of one person that go on together. */
  readonly insideSearches: AtOnce;
  readonly appOrigin: string;
  readonly contentOrigin: string;
  readonly limits: LimitsConfig;
  /** Limits of both plans; the drive itself stores the plan of its person. */
  readonly plans: () => Promise<Plans>;
  /** Exceptions for requests to addresses that a person named. */
  readonly outgoing: OutgoingDeps;
  /** Takes torrents and other addresses that no Worker fetches. */
  readonly downloader: Downloader;
  /** Who may be invited. */
  readonly people: GrantPeople;
  /** Those of the nodes that a link, people or a link that collects show now: links are a feature to the right. */
  readonly sharedAmong: (caller: Caller, ids: readonly NodeId[]) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** The drive of a person with the calls of one part: `driveOf<typeof treePart>(deps, userId)`; of several: `typeof a & typeof b`. */
export function driveOf<P extends PartWithCalls>({ drives }: Pick<DriveDeps, 'drives'>, userId: string): CallsOf<P> {
  return drives.getByName(driveName(userId)) as CallsOf<P>;
}

export type { CallContext, Caller };
