/** The plan of one zip file: its pages with their places, its total length and its entity tag. Holds no entry. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ZipDirectory, zipBytes } from '#shared/content/zip-layout.ts';
import { AppError, type ErrorName, isAppError, unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { makeTurns, type Turns } from '#worker/platform/pictures/turns.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { ZipClaims } from './link.ts';
import type { zipPart } from './part.ts';
import type { ZipPage } from './walk.store.ts';
import type { ZipAccess, ZipAnswer, ZipStep } from './zip.store.ts';

/** Plans in memory: a download in many ranges measures the tree once. */
const HELD_PLANS = 50;
/** Requests that wait for their turn to measure one drive. */
const WAITING = 8;
const HELD_LINES = 500;
/** Longest turn and wait, and time between two looks. */
const TURN_MS = 60_000;
const WAIT_MS = 20_000;
const LOOK_MS = 20;
/** Tries to measure a tree that changes while it is measured. */
const MEASURES = 3;
/** When to ask again after `unavailable`. */
const RETRY_SECONDS = 5;
/** How long a refusal stands while the tree is the same: making the same link again measures nothing. */
const REFUSED_MS = 30_000;
/** Reason of `unavailable` while others measure the same drive. */
export const ZIP_BUSY = 'zip_busy';

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
  return async (step) => unwrap(await driveOf<typeof zipPart>(deps, ownerId).zipStep(access, step));
}

interface Measured {
  readonly revision: string;
  readonly pages: readonly (ZipPage & { start: number })[];
  readonly entries: number;
  readonly offset: number;
  readonly central: number;
}

/** @returns null when the tree changed in the middle. @throws AppError zip_too_many_files; as the drive */
async function measure(drive: ZipDrive, maxEntries: number): Promise<Measured | null> {
  const { revision } = await drive({ do: 'look' });
  const pages: (ZipPage & { start: number })[] = [];
  let [entries, offset, central] = [0, 0, 0];
  for (let cursor: string | null = ''; cursor !== null; ) {
    let found: ZipAnswer;
    try {
      found = await drive({ do: 'measure', cursor, offset });
    } catch (error) {
      const isGone = isAppError(error) && ['failed_precondition', 'file_not_found'].includes(error.errorName);
      if (cursor !== '' && isGone) return null;
      throw error;
    }
    for (const page of found.pages) {
      pages.push({ ...page, start: offset });
      entries += page.entries;
      offset += page.localBytes;
      central += page.centralBytes;
    }
    if (entries > maxEntries) throw new AppError('zip_too_many_files');
    cursor = found.next;
  }
  return { revision, pages, entries, offset, central };
}

/**
 * @param maxEntries  files and folders of one zip file
 * @throws AppError zip_empty, zip_too_many_files; unavailable when the tree changes all the time; as the drive
 */
export async function makePlan(drive: ZipDrive, maxEntries: number): Promise<ZipPlan> {
  let measured: Measured | null = null;
  for (let tries = 0; !measured && tries < MEASURES; tries += 1) measured = await measure(drive, maxEntries);
  if (!measured) throw new AppError('unavailable', { reason: 'tree_changed', retryInSeconds: RETRY_SECONDS });
  const { revision, entries, offset, central } = measured;
  if (entries === 0) throw new AppError('zip_empty');
  const directory = { entries, offset, sizeBytes: central };
  const tag = createHash('sha256').update('zip 1');
  let centralStart = offset;
  const pages = measured.pages.map((page) => {
    tag.update(page.digest);
    const planned = { ...page, centralStart };
    centralStart += page.centralBytes;
    return planned;
  });
  return { revision, pages, directory, sizeBytes: zipBytes(directory), etag: `"z1-${tag.digest('hex').slice(0, 40)}"` };
}

interface PlanAsk {
  readonly ownerId: UserId;
  /** Names the zip file: its reader and its content. */
  readonly key: string;
  readonly drive: ZipDrive;
  readonly maxEntries: number;
  /** Called before the drive is measured. @throws AppError to refuse it */
  readonly onMeasure?: () => Promise<void>;
}

/** The result of the last measuring of a choice. */
type Held =
  | { readonly revision: string; readonly plan: ZipPlan }
  | { readonly revision: string; readonly refusal: AppError; readonly untilMs: number };

const REFUSALS: readonly ErrorName[] = ['zip_empty', 'zip_too_many_files'];

export interface ZipPlans {
  /** @throws AppError unavailable while others measure this drive; as makePlan */
  of(ask: PlanAsk): Promise<ZipPlan>;
  forget(key: string): void;
}

function putNewest<T>(held: Map<string, T>, key: string, value: T, most: number): void {
  held.delete(key);
  held.set(key, value);
  for (const oldest of held.keys()) {
    if (held.size <= most) return;
    held.delete(oldest);
  }
}

/** Plans of this isolate. One is used for as long as the drive says that nothing has changed, and one drive is measured once at a time. */
export function makeZipPlans(clock: Clock, sleep: (ms: number) => Promise<unknown>): ZipPlans {
  const held = new Map<string, Held>();
  const lines = new Map<string, Turns>();

  /** @throws AppError the refusal that still stands */
  async function current({ key, drive }: PlanAsk): Promise<{ revision: string; plan: ZipPlan | null }> {
    const { revision } = await drive({ do: 'look' });
    const known = held.get(key);
    if (known?.revision !== revision) return { revision, plan: null };
    if ('plan' in known) {
      putNewest(held, key, known, HELD_PLANS);
      return known;
    }
    if (clock.nowMs() < known.untilMs) throw known.refusal;
    return { revision, plan: null };
  }

  async function measured(ask: PlanAsk): Promise<ZipPlan> {
    // The one before may have measured the same.
    const { revision, plan: known } = await current(ask);
    if (known) return known;
    await ask.onMeasure?.();
    try {
      const plan = await makePlan(ask.drive, ask.maxEntries);
      putNewest<Held>(held, ask.key, { revision: plan.revision, plan }, HELD_PLANS);
      return plan;
    } catch (error) {
      if (isAppError(error) && REFUSALS.includes(error.errorName))
        putNewest<Held>(held, ask.key, { revision, refusal: error, untilMs: clock.nowMs() + REFUSED_MS }, HELD_PLANS);
      throw error;
    }
  }

  return {
    async of(ask) {
      const { plan: known } = await current(ask);
      if (known) return known;
      const turns =
        lines.get(ask.ownerId) ??
        makeTurns({ clock, sleep, atOnce: 1, waiting: WAITING, turnMs: TURN_MS, waitMs: WAIT_MS, pollMs: LOOK_MS });
      putNewest(lines, ask.ownerId, turns, HELD_LINES);
      const plan = await turns.take(ask.ownerId, () => measured(ask));
      if (!plan) throw new AppError('unavailable', { reason: ZIP_BUSY, retryInSeconds: RETRY_SECONDS });
      return plan;
    },
    forget: (key) => void held.delete(key),
  };
}

const plansOfDrives = new WeakMap<object, ZipPlans>();

/** The plans that links and streams of these drives share. */
export function zipPlansOf({ drives, clock }: Pick<DriveDeps, 'drives' | 'clock'>): ZipPlans {
  const plans = plansOfDrives.get(drives) ?? makeZipPlans(clock, delay);
  plansOfDrives.set(drives, plans);
  return plans;
}

/** One key for the same choice of the same session or share. */
export function planKey(claims: Pick<ZipClaims, 'ownerId' | 'ids' | 'selection' | 'session' | 'share'>): string {
  const { ownerId, session, share, ids, selection } = claims;
  const who = [ownerId, session?.sessionId, session?.epoch, share?.shareId, share?.epoch];
  return createHash('sha256')
    .update(JSON.stringify([who, ids, selection]))
    .digest('base64url');
}
