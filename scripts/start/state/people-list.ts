/**
 * The list of people that operators search is kept by events. A folder of a format before it has accounts and no list, so the first
 * start that raises the format makes it from the accounts. A file says so until the list is there.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMarks } from '../runtime/object-marks.ts';

/** The format of the folder that brought the list. */
export const PEOPLE_LIST_FORMAT = 34;
/** Ids in one call. */
const IDS_AT_ONCE = 500;

/** Calls the server of the folder. @throws Error when the answer is a refusal */
export type Ask = <T>(target: string, body: object) => Promise<T>;

function dueFile(dataDir: string): string {
  return path.join(dataDir, 'people-list-due');
}

/** Call before the format is raised from `noted`; a new folder has no accounts. */
export function recordPeopleListDue(dataDir: string, noted: number): void {
  if (noted < PEOPLE_LIST_FORMAT && existsSync(path.join(dataDir, 'state/do')))
    writeFileSync(dueFile(dataDir), '', { flush: true });
}

/** Copies every account into the list, and removes entries without one. The server runs. */
export async function makePeopleListAnew(dataDir: string, ask: Ask): Promise<{ found: number; removed: number }> {
  const accounts = readMarks(dataDir).filter(({ className }) => className === 'AccountObject');
  const ids = [...new Set(accounts.map(({ name }) => name))];
  const { started } = await ask<{ started: number }>('/_internal/people/rebuild-begin', {});
  let found = 0;
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const body = { ids: ids.slice(first, first + IDS_AT_ONCE) };
    found += (await ask<{ found: number }>('/_internal/people/rebuild', body)).found;
  }
  const { removed } = await ask<{ removed: number }>('/_internal/people/rebuild-end', { started });
  return { found, removed };
}

/** Makes the list when it is due. @returns people in it; null when it was not due */
export async function makeDuePeopleList(dataDir: string, ask: Ask): Promise<number | null> {
  if (!existsSync(dueFile(dataDir))) return null;
  const { found } = await makePeopleListAnew(dataDir, ask);
  rmSync(dueFile(dataDir), { force: true });
  return found;
}
