/** The caller of a call by path: what it names is looked for below the folder of its app password, and nowhere else. */
import type { Caller } from '#worker/platform/request.ts';
import { type CallerData, callerData } from '#worker/platform/session-guard.ts';

export function withinFolder(caller: Caller): CallerData {
  const { program } = caller;
  return callerData(program ? { ...caller, program: { ...program, isWithin: true } } : caller);
}
