/**
 * Removes half-written files of a killed runtime from the disk store. The disk service writes `.<key>.<pid>.<n>.tmp` beside the
 * file and renames it at the end; no other program refers to such a file, so the remains of a kill would stay forever.
 */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

const TORN = /^\.[0-9a-f]{32}\.(\d+)\.\d+\.tmp$/;

/** Pid of the runtime that wrote this half of a file; undefined for any other name. */
export function tornWriter(name: string): number | undefined {
  const pid = TORN.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

async function* foldersOf(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield path.join(folder, entry.name);
}

/**
 * Walks the store one folder at a time, so that a server that has just started can answer concurrently.
 * @param runtimePid  of the runtime that works now: it is still writing its files
 * @returns how many were removed
 */
export async function removeTornFiles(blobsDir: string, runtimePid: number): Promise<number> {
  let removed = 0;
  for await (const outer of foldersOf(blobsDir))
    for await (const inner of foldersOf(outer))
      for (const name of await readdir(inner)) {
        const writer = tornWriter(name);
        if (writer === undefined || writer === runtimePid) continue;
        await rm(path.join(inner, name), { force: true });
        removed += 1;
      }
  return removed;
}
