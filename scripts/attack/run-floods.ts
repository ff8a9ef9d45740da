/** Runs every flood against a server of its own: nothing stops, and another visitor is not stalled. */
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { isAlive } from '#scripts/start/process/processes.ts';
import { startServer } from '#test/server.ts';
import { makeTarget } from './attack.ts';
import { FLOODS, type FloodMeasurement, isStalled, measureFlood } from './floods.ts';
import { membersOf } from './process-group.ts';

export interface FloodSettings {
  readonly port: number;
  readonly dataDir: string;
  /** Length of each flood. */
  readonly forMs: number;
  readonly connections: readonly number[];
  readonly rounds: number;
  /** Kinds whose name contains it; '' for all. */
  readonly only: string;
  /** Also decides by the clock: for a machine that does nothing else. */
  readonly judgesTime: boolean;
  readonly print: (line: string) => void;
}

const ms = (value: number) => value.toFixed(0).padStart(6);

function lineOf({ name, connections, idleMedianMs, duringMs, afterMs }: FloodMeasurement): string {
  return `${name.padEnd(46)} ${String(connections).padStart(2)} connections: idle ${ms(idleMedianMs)}, during ${ms(duringMs)}, after ${ms(afterMs)} ms`;
}

/** @returns what failed, a line each. The state folder is audited at the end. */
export async function runFloods(settings: FloodSettings): Promise<string[]> {
  const { port, dataDir, forMs, print } = settings;
  const server = await startServer({ port, dataDir, isGroup: true });
  const members = membersOf(server.pids.supervisor);
  const failures: string[] = [];
  const pace = settings.judgesTime ? { calmMs: 1_000, idleAsks: 30 } : { calmMs: 0, idleAsks: 3 };
  const kinds = FLOODS.filter(({ name }) => name.includes(settings.only));
  for (let round = 0; round < settings.rounds; round++)
    for (const kind of kinds)
      for (const connections of settings.connections) {
        const target = await makeTarget(server.origin, `localhost:${port}`);
        const measured = await measureFlood(kind, { target, port, connections, forMs, ...pace });
        print(lineOf(measured));
        if (settings.judgesTime && isStalled(measured)) failures.push(`stalled by ${lineOf(measured)}`);
        if (!members.every(isAlive)) failures.push(`a process of the server ended in ${kind.name}`);
      }
  await delay(1_000);
  await server.stop();
  const audit = await auditFolder(dataDir, Date.now);
  for (const { kind, where, ids } of audit.findings) failures.push(`invariant ${kind} ${where} ${ids.join(' ')}`);
  return failures;
}
