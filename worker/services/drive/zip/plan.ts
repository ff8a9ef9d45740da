/** The plan of one zip file: its pages with their places, its total length and its entity tag. Holds no entry. */
import { createHash } from 'node:crypto';
import { type ZipDirectory, zipBytes } from '#shared/content/zip-layout.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { ZipPage } from './walk.store.ts';
import type { ZipAccess, ZipAnswer, ZipStep } from './zip.store.ts';

/** Plans in memory: a download in many ranges measures the tree once. */
const HELD_PLANS = 50;

export interface PlannedPage extends ZipPage {
  /** First byte of its local headers. */
  readonly start: number;
  /** First byte of its entries in the directory. */
  readonly centralStart: number;
}

export interface ZipPlan {
  readonly revision: string;
  readonly pages: readonly PlannedPage[];
  readonly directory: ZipDirectory;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** One drive as the maker of a zip file sees it. */
export type ZipDrive = (step: ZipStep) => Promise<ZipAnswer>;

export function zipDrive(deps: Pick<DriveDeps, 'drives'>, ownerId: UserId, access: ZipAccess): ZipDrive {
  return async (step) => unwrap(await driveOf(deps, ownerId).zipStep(access, step));
}

/**
 * @param maxEntries  files and folders of one zip file
 * @throws AppError zip_empty, zip_too_many_files; as the drive
 */
export async function makePlan(drive: ZipDrive, maxEntries: number): Promise<ZipPlan> {
  const { revision } = await drive({ do: 'look' });
  const measured: (ZipPage & { start: number })[] = [];
  let [entries, offset, central] = [0, 0, 0];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const found: ZipAnswer = await drive({ do: 'measure', cursor, offset });
    for (const page of found.pages) {
      measured.push({ ...page, start: offset });
      entries += page.entries;
      offset += page.localBytes;
      central += page.centralBytes;
    }
    if (entries > maxEntries) throw new AppError('zip_too_many_files');
    cursor = found.next;
  }
  if (entries === 0) throw new AppError('zip_empty');
  const directory = { entries, offset, sizeBytes: central };
  const tag = createHash('sha256').update('zip 1');
  let centralStart = offset;
  const pages = measured.map((page) => {
    tag.update(page.digest);
    const planned = { ...page, centralStart };
    centralStart += page.centralBytes;
    return planned;
  });
  return { revision, pages, directory, sizeBytes: zipBytes(directory), etag: `"z1-${tag.digest('hex').slice(0, 40)}"` };
}

export interface ZipPlans {
  /** @param key  names the zip file: its link */
  of(key: string, drive: ZipDrive): Promise<ZipPlan>;
  forget(key: string): void;
}

/** Plans of this isolate. One is used for as long as the drive says that nothing has changed. */
export function makeZipPlans(maxEntries: number): ZipPlans {
  const held = new Map<string, ZipPlan>();
  return {
    async of(key, drive) {
      const known = held.get(key);
      if (known && (await drive({ do: 'look' })).revision === known.revision) return known;
      const plan = await makePlan(drive, maxEntries);
      if (held.size >= HELD_PLANS) held.clear();
      held.set(key, plan);
      return plan;
    },
    forget: (key) => void held.delete(key),
  };
}
