/** Lines of a process of the server, of each kind only so many a minute. */
import { MINUTE_MS } from '#shared/units.ts';
import { makeLinePace } from '#worker/platform/log/line-pace.ts';

/** @param kind  one of few names. @param line  made only when it is written */
export type PacedLines = (kind: string, line: () => string) => void;

/** @param linesPerMinute  of each kind; absent: that of the Worker's events */
export function makePacedLines(write: (line: string) => void, linesPerMinute?: number): PacedLines {
  const pace = makeLinePace(linesPerMinute);
  let isWaiting = false;
  const report = (): void => {
    for (const { event, lines } of pace.takeLeftOut(Date.now()))
      write(`error: ${event}: ${lines} more lines of a minute were left out`);
  };
  const reportLater = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      report();
    }, MINUTE_MS).unref();
  };
  return (kind, line) => {
    report();
    if (pace.admit(kind, Date.now())) write(line());
    else reportLater();
  };
}
