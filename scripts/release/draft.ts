/**
 * The folder in which a release is made. It gets its name when all of it is there: a run that was cut off leaves nothing that looks whole,
 * and the next one removes what it left.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { GIB } from '#shared/units.ts';
import { ReleaseRefused } from './refused.ts';

const DRAFT = '.making';
const BEFORE = '.before-';
/** Two unpacked releases, their archives, and one image at a time. */
const SPACE_BYTES = 2.5 * GIB;

function ownerOf(folder: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'process.json'), 'utf8')) as ProcessMark;
  } catch {
    // It was cut off before it had written who it is.
    return undefined;
  }
}

/** @param to  folder of releases. @returns an empty folder. @throws ReleaseRefused */
export function openDraft(to: string, print: (line: string) => void): string {
  mkdirSync(to, { recursive: true });
  const draft = path.join(to, DRAFT);
  if (existsSync(draft)) {
    const owner = ownerOf(draft);
    if (owner && isAlive(owner))
      throw new ReleaseRefused(`Another release is being made in ${to} (process ${owner.pid}).`);
    print('a release that was cut off is begun anew');
    rmSync(draft, { recursive: true });
  }
  for (const left of readdirSync(to).filter((name) => name.startsWith(BEFORE))) {
    const whole = path.join(to, left.slice(BEFORE.length));
    if (existsSync(whole)) rmSync(path.join(to, left), { recursive: true });
    else renameSync(path.join(to, left), whole);
  }
  const { bavail, bsize } = statfsSync(to);
  if (bavail * bsize < SPACE_BYTES)
    throw new ReleaseRefused(
      `A release needs ${(SPACE_BYTES / GIB).toFixed(1)} GiB, and ${to} has ${((bavail * bsize) / GIB).toFixed(1)} GiB free: free space, or name another folder with --to.`,
    );
  mkdirSync(draft);
  writeFileSync(path.join(draft, 'process.json'), JSON.stringify(markOf(process.pid)));
  return draft;
}

/** Gives a finished folder its place; the one before goes when the new one is there. */
export function putInPlace(finished: string, to: string, name: string): void {
  const [place, before] = [path.join(to, name), path.join(to, `${BEFORE}${name}`)];
  if (existsSync(place)) renameSync(place, before);
  renameSync(finished, place);
  rmSync(before, { recursive: true, force: true });
}

export function closeDraft(draft: string): void {
  rmSync(draft, { recursive: true, force: true });
}
