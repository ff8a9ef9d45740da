/**
 * Runs the production build when its inputs changed. The bundler runs in a process of its own, so that a server that
 * built first keeps none of its memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { buildIdOf, knownInputs } from './inputs.ts';
import { hasBundle, restoreDeployPointer } from './outputs.ts';

/** Content of dist after {@link ensureBuild}. */
export interface Built {
  /** 12 hex characters of the inputs' hash. */
  buildId: string;
  /** False when dist was already up to date. */
  fresh: boolean;
}

/** The bundler has written the reason to stderr. */
export class BuildFailed extends Error {}

/** Root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Holds the hash of the inputs that dist was made from. */
export const STAMP_FILE = path.join(ROOT, 'dist/inputs.sha256');

/** Holds the hash of the inputs as they were last read. */
const KNOWN_FILE = path.join(ROOT, 'dist/known-inputs.json');

/** Hash of the inputs that dist was made from; '' without a whole build. */
export function builtInputs(): string {
  return existsSync(STAMP_FILE) && hasBundle(ROOT) ? readFileSync(STAMP_FILE, 'utf8').trim() : '';
}

/** Node's own remark on functions that the build uses on purpose. */
const QUIET = ['--disable-warning=ExperimentalWarning'];

const LOCK_FILE = path.join(ROOT, 'dist/build.lock');

/** Waits while another process builds this tree. A lock whose process is gone is taken over. */
async function takeBuildLock(): Promise<void> {
  mkdirSync(path.dirname(LOCK_FILE), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK_FILE, JSON.stringify(markOf(process.pid)), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    await delay(100);
    try {
      if (!isAlive(JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as ProcessMark)) rmSync(LOCK_FILE, { force: true });
    } catch {
      // The holder has just released it, or is just writing it: look again.
    }
  }
}

/** Makes dist/client and dist/magpie match the sources; one build at a time on one tree. @throws BuildFailed */
export async function ensureBuild(options: { force?: boolean } = {}): Promise<Built> {
  await takeBuildLock();
  try {
    return await buildIfChanged(options.force === true);
  } finally {
    rmSync(LOCK_FILE, { force: true });
  }
}

async function buildIfChanged(force: boolean): Promise<Built> {
  const stamp = builtInputs();
  const isCurrent = (hash: string): boolean => !force && stamp === hash;
  let inputs = knownInputs(ROOT, KNOWN_FILE);
  if (!isCurrent(inputs)) {
    // Generated files are inputs too: with the same hash they are current.
    const { generate } = await import('#scripts/generate/main.ts');
    await generate();
    inputs = knownInputs(ROOT, KNOWN_FILE);
  }
  const buildId = buildIdOf(inputs);
  if (isCurrent(inputs)) {
    restoreDeployPointer(ROOT);
    return { buildId, fresh: false };
  }
  // On the side of errors: callers read their own output.
  process.stderr.write('Building the product. The first time takes about 15 seconds on two cores.\n');
  const child = spawn(process.execPath, [...QUIET, path.join(import.meta.dirname, 'run.ts'), inputs], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new BuildFailed(`The build failed (exit ${code ?? 'by signal'})`);
  return { buildId, fresh: true };
}
