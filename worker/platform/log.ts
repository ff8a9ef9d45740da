/**
 * One line of JSON per event. Never a token, a passcode, a file name or an address of a person. Each event has a limit of lines a
 * minute; a later line says how many were left out.
 */
import { systemClock } from './clock.ts';
import { makeLinePace } from './log/line-pace.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined>;

type Level = 'error' | 'info';

const pace = makeLinePace();

function write(level: Level, event: string, fields: LogFields): void {
  const line = JSON.stringify({ level, event, ...fields });
  if (level === 'error') console.error(line);
  else console.log(line);
}

function isAdmitted(event: string): boolean {
  const nowMs = systemClock.nowMs();
  for (const { event: of, lines } of pace.takeLeftOut(nowMs)) write('error', 'log.left_out', { of, lines });
  return pace.admit(event, nowMs);
}

export function logError(event: string, error: unknown, fields: LogFields = {}): void {
  if (!isAdmitted(event)) return;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  write('error', event, { message, stack, ...fields });
}

/** Logs an event that is no failure. */
export function logNote(event: string, fields: LogFields = {}): void {
  if (isAdmitted(event)) write('info', event, fields);
}
