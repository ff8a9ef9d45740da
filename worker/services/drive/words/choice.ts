/** The choice of a person to find files by the words inside them. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { wordsPart } from './part.ts';

type Deps = Pick<DriveDeps, 'drives' | 'texts'>;

/** @returns null where the installation does not search inside files */
export async function wordsInside({ drives, texts }: Deps, caller: Caller): Promise<boolean | null> {
  if (!texts) return null;
  return unwrap(await driveOf<typeof wordsPart>({ drives }, caller.userId).wordsOn(callerData(caller)));
}

/** Off: no search finds words from now on, and the index goes with the next alarm. On: it is made anew. */
export async function switchWordsInside({ drives }: Deps, caller: Caller, isOn: boolean): Promise<void> {
  unwrap(await driveOf<typeof wordsPart>({ drives }, caller.userId).switchWords(callerData(caller), isOn));
}
