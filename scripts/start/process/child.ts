/** The child's side of supervisor.ts: one process that serves until its supervisor stops it or ends. */
import { exitOnUncaught } from '../proxy/boundary.ts';
import { ENDING_SIGNALS } from './ending-signals.ts';
import type { ChildOrder, ChildReport } from './supervisor.ts';

/** Calls of a child to its supervisor while it starts and runs. */
export interface ChildLink<Note> {
  /** Ends a part of the child. Called once, also when the start fails or is cut short; the newest part ends first. */
  atEnd(step: () => Promise<void> | void): void;
  /** Sends a note to the supervisor. */
  note(note: Note): void;
}

/** A started child: its first report, and how to update it. */
export interface StartedChild<Ready, Update> {
  readonly ready: Ready;
  update?(update: Update): void;
}

/** Sends a report and waits until it is sent or the supervisor has ended. */
function report(message: ChildReport<unknown, unknown>): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });
}

/** Reason of a failed start: one sentence where the operator can correct it, else with its stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' && error.constructor !== Error ? error.message : (error.stack ?? error.message);
}

/**
 * Runs this process as a supervised child.
 * @param name  name in the log
 * @param start  starts the work; called once, with the supervisor's input
 */
export function runChild<Input, Ready, Update, Note = never>(
  name: string,
  start: (input: Input, link: ChildLink<Note>) => Promise<StartedChild<Ready, Update>>,
): void {
  let running: StartedChild<Ready, Update> | undefined;
  /** Updates that came before the start was done: only the last one counts. */
  let pending: { readonly update: Update } | undefined;
  const steps: (() => Promise<void> | void)[] = [];
  exitOnUncaught(`the ${name} process`);
  // A terminal sends Ctrl-C to every process; the supervisor alone decides the order in which they end.
  for (const signal of ENDING_SIGNALS) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));

  async function endParts(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
  }

  async function begin(input: Input): Promise<void> {
    try {
      running = await start(input, {
        atEnd: (step) => void steps.push(step),
        note: (note) => void report({ kind: 'note', note }),
      });
    } catch (error) {
      await endParts();
      await report({ kind: 'failed', message: reasonOf(error) });
      process.exit(1);
    }
    if (pending) running.update?.(pending.update);
    await report({ kind: 'ready', ready: running.ready });
  }

  async function end(): Promise<void> {
    try {
      await endParts();
    } finally {
      process.exit(0);
    }
  }

  process.on('message', (order: ChildOrder<Input, Update>) => {
    if (order.kind === 'start') void begin(order.input);
    else if (order.kind === 'stop') void end();
    else if (running) running.update?.(order.update);
    else pending = { update: order.update };
  });
}
