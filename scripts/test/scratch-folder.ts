/** Folders that tests write into. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Of a copy of the whole tree, on a busy machine. */
const REMOVAL_MS = 60_000;

/**
 * A new folder: of the running test, from a test or `beforeEach`, or of all tests of a file, from its top level. It is deleted after
 * them, and after the hooks that were set later.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-scratch-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    onTestFinished(remove, REMOVAL_MS);
  } catch {
    // No test is running.
    afterAll(remove, REMOVAL_MS);
  }
  return folder;
}
