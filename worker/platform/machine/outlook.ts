/** Needs of one machine: parts that fail, work that is late, the newest backup. Its Node side looks (scripts/start/watch/machine-facts.ts). */
import type { MachineBindings } from '../disk-space.ts';
import type { Readiness } from '../readiness.ts';

/** An alarm that should have run. */
export interface LateAlarm {
  readonly className: string;
  readonly name: string;
  /** When it was due, epoch ms. */
  readonly atMs: number;
}

export interface MachineOutlook {
  /** `sinceMs`: when a look first found it; null unknown. */
  readonly failing: readonly { readonly part: string; readonly sinceMs: number | null }[];
  /** Of the objects whose alarms come next. */
  readonly events: number;
  readonly oldestEventSeconds: number;
  readonly lateAlarms: number;
  /** The latest first; not all of many. */
  readonly late: readonly LateAlarm[];
  /** Names of drives with jobs under way; not all of many. */
  readonly busyDrives: readonly string[];
  /** Epoch ms; null: none is known. */
  readonly backupMs: number | null;
  /** When a backup of it was tried out, epoch ms; null: not known. */
  readonly rehearsedMs: number | null;
}

export interface Outlook extends MachineOutlook {
  /** False where the platform takes care of alarms and backups. */
  readonly isMachine: boolean;
}

/** Pages wait for it. */
const LOOK_MS = 5_000;

/** @param readiness  asked where there is no machine to ask */
export async function outlookOf(
  { MACHINE: machine }: MachineBindings,
  readiness: () => Promise<Readiness>,
): Promise<Outlook> {
  if (machine) {
    const answer = await machine.fetch('http://machine/outlook', { signal: AbortSignal.timeout(LOOK_MS) });
    if (!answer.ok) throw new Error(`the machine answered ${answer.status} to /outlook`);
    return { ...(await answer.json<MachineOutlook>()), isMachine: true };
  }
  const { parts } = await readiness();
  const failing = Object.entries(parts).flatMap(([part, { ok }]) => (ok ? [] : [{ part, sinceMs: null }]));
  const nothing = {
    events: 0,
    oldestEventSeconds: 0,
    lateAlarms: 0,
    late: [],
    busyDrives: [],
    backupMs: null,
    rehearsedMs: null,
  };
  return { failing, ...nothing, isMachine: false };
}
