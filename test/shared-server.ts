/**
 * One server for all files that a process of vitest runs one after another, with people of each file's own. A start costs seconds of
 * processor time. A file has its own server (server.ts) when it sets options, stops or damages it, reaches limits of an address, or reads
 * what belongs to the whole installation, such as the operators' lists.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { isAlive, type ProcessMark } from '#scripts/start/process/processes.ts';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { notedProcesses } from '#scripts/start/state/lock.ts';
import { startServer, type TestServer } from './server.ts';

/** A demo person, made by {@link sharedServer}; the password is that of all demo people. */
interface NewPerson {
  /** Shown on pages. */
  readonly name: string;
  /** No other file's. */
  readonly email: string;
  readonly premium: boolean;
  readonly operator: boolean;
}

export type SharedServer = Pick<TestServer, 'origin' | 'contentOrigin' | 'port' | 'dataDir' | 'output'>;

/** @param name  starts with a letter; part of the address in lower case */
export function newPerson(name: string, has: Partial<Pick<NewPerson, 'premium' | 'operator'>> = {}): NewPerson {
  const email = `${name.toLowerCase()}.${randomBytes(4).toString('hex')}@example.com`;
  return { name, email, premium: false, operator: false, ...has };
}

interface Running {
  readonly server: TestServer;
  readonly marks: readonly ProcessMark[];
}

/** Ends with the process. */
let running: Promise<Running> | undefined;

/** Sign-ins of all files come from one address. */
const LIMITS = JSON.stringify({ signInsPerSecond: 1_000 });

/** Vitest ends its processes by SIGTERM, half a second before SIGKILL. */
function endWithProcess({ server }: Running): void {
  process.once('exit', () => {
    for (const mark of Object.values(notedProcesses(server.dataDir)))
      if (isAlive(mark)) process.kill(mark.pid, 'SIGKILL');
    // By a process that has the time.
    spawn('rm', ['-rf', server.dataDir], { detached: true, stdio: 'ignore' });
  });
  process.once('SIGTERM', () => process.exit());
}

async function start(): Promise<Running> {
  const server = await startServer({ env: { LIMITS } });
  const found = { server, marks: Object.values(notedProcesses(server.dataDir)) };
  endWithProcess(found);
  return found;
}

/** A process that ended has been started anew, with other marks. The next file gets another server. */
async function requireWhole({ server, marks }: Running): Promise<void> {
  if (marks.length > 0 && marks.every(isAlive)) return;
  running = undefined;
  await server.kill9();
  throw new Error(`a process of the shared server has ended:\n${server.output()}`);
}

/**
 * The shared server, with people made for the calling file, from the file's top level. The file fails when a process of the server has
 * ended after its last test.
 * @throws Error when it does not start, or has lost a process since the last file
 */
export async function sharedServer(...people: readonly NewPerson[]): Promise<SharedServer> {
  let used: Running | undefined;
  afterAll(() => used && requireWhole(used));
  running ??= start().catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  const found = await running;
  await requireWhole(found);
  const { server } = found;
  if (people.length > 0) {
    const { status, text } = await callServerOf(server.dataDir, '/_internal/seed', { people });
    if (status !== 200) throw new Error(`making people answered ${status} ${text}`);
  }
  used = found;
  return server;
}
