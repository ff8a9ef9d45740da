/** Who looks into an archive: its owner, or a visitor of a link. Reads are counted, and take turns, by reader. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import type { StoredFile } from '../../tree/stored-file.ts';
import type { archivePart } from '../part.ts';

/** The content of an archive. */
export interface ArchiveContent {
  readonly name: string;
  readonly contentKey: string;
  /** Upper-case hex; '' where the reader does not see it. */
  readonly gcid: string;
  readonly manifest: BlobManifest;
}

export interface ArchiveReader {
  /** Reads under way are counted by this. */
  readonly place: string;
  /** Turns at the archive engine are taken by this. */
  readonly turn: string;
  /** An archive is unpacked to be read. @throws AppError resource_exhausted, too_many_requests */
  unpacks(): Promise<void>;
  /** A password is tried. @throws AppError too_many_requests */
  triesPassword(): Promise<void>;
  wrongPassword(contentKey: string): Promise<void>;
}

/** The owner of a drive: its object counts. */
export function ownerReader(deps: Pick<DriveDeps, 'drives'>, caller: Caller): ArchiveReader {
  const drive = driveOf<typeof archivePart>(deps, caller.userId);
  return {
    place: caller.userId,
    turn: caller.userId,
    unpacks: async () => void unwrap(await drive.archiveUnpacks(callerData(caller))),
    triesPassword: async () => undefined,
    wrongPassword: async (contentKey) => void unwrap(await drive.archiveWrongPassword(callerData(caller), contentKey)),
  };
}

/** Counts calls of one address. @throws AppError too_many_requests */
export type CountCalls = (use: { name: string; limit: number; windowMs: number }) => Promise<void>;

export interface Visit {
  readonly ownerId: UserId;
  readonly shareId: string;
  /** Address of the visitor. */
  readonly address: string;
  readonly count: CountCalls;
}

/** Archives that one address has unpacked, and passwords that it tries, in ten minutes. */
const VISITOR_UNPACKS = 30;
const VISITOR_PASSWORDS = 20;
const WINDOW_MS = 10 * MINUTE_MS;

/** A visitor: counted by address, and all visitors of one drive together, who share one turn at the engine. */
export function visitorReader(deps: Pick<DriveDeps, 'drives'>, visit: Visit): ArchiveReader {
  const { ownerId, shareId, address, count } = visit;
  return {
    place: `${shareId} ${address}`,
    turn: `${ownerId} visitors`,
    async unpacks() {
      await count({ name: `archive-unpack:${shareId}`, limit: VISITOR_UNPACKS, windowMs: WINDOW_MS });
      unwrap(await driveOf<typeof archivePart>(deps, ownerId).archiveUnpacks(null));
    },
    triesPassword: () => count({ name: `archive-password:${shareId}`, limit: VISITOR_PASSWORDS, windowMs: WINDOW_MS }),
    wrongPassword: async () => undefined,
  };
}

export function contentOf({ name, contentKey, gcid, manifest }: StoredFile): ArchiveContent {
  return { name, contentKey, gcid: gcid.toUpperCase(), manifest };
}
