/**
 * One line of JSON per event. Never a token, a passcode, a file name or an address of a person.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export function logError(event: string, error: unknown, fields: LogFields = {}): void {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  console.error(JSON.stringify({ level: 'error', event, message, stack, ...fields }));
}

/** Logs an event that is no failure. */
export function logNote(event: string, fields: LogFields = {}): void {
  console.log(JSON.stringify({ level: 'info', event, ...fields }));
}
