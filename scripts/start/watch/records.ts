/** Lines of the Worker in the log of the server. Pure. */

/** A record of the Worker: JSON behind the level under which the runtime printed it. */
const RECORD = /^(?:debug|log|info|warn|error): (\{".*\})$/s;

/**
 * A record becomes a line of JSON alone, with its time, like those of the access log; other lines stay as they are.
 * @param line  as `logLine` makes it
 */
export function withTime(line: string, nowMs: number): string {
  const record = RECORD.exec(line)?.[1];
  return record === undefined ? line : `{"time":"${new Date(nowMs).toISOString()}",${record.slice(1)}`;
}
