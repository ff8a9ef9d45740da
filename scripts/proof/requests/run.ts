/** One run of hostile and seeded requests over every operation of the contracts, against a server of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { membersOf } from '#scripts/attack/process-group.ts';
import { auditFolder } from '#scripts/audit/audit.ts';
import { isAlive } from '#scripts/start/process/processes.ts';
import { startServer } from '#test/server.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { Connection, type SentAnswer } from './connection.ts';
import { makeRequest, OPERATIONS, type Operation, pickOperation } from './make-request.ts';
import { type Attacker, makePeople, OPERATOR, replenish, signInAgain } from './people.ts';
import { hasReached } from './reached.ts';
import { Witness } from './witness.ts';

export interface RequestsSettings {
  readonly requests: number;
  readonly seed: number;
  readonly port: number;
  readonly dataDir: string;
  /** A slow answer is a fault too: for a machine that does nothing else. */
  readonly judgesTime: boolean;
  readonly print: (line: string) => void;
}

export interface OperationTally {
  sent: number;
  reached: number;
  slowestMs: number;
  totalMs: number;
  readonly statuses: Map<number, number>;
}

export interface RequestsResult {
  readonly requests: number;
  readonly reached: number;
  /** Of the requests alone, without start and audit. */
  readonly seconds: number;
  /** Faults of the server, a line each; at most `MAX_FAULTS`. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly auditedObjects: number;
  /** By the id of the operation. */
  readonly operations: ReadonlyMap<string, OperationTally>;
}

/** Enough to keep the runtime busy; with more, requests would wait for each other and not for the server. */
const CONNECTIONS = 10;
/** Between two looks after sessions and things of the people. */
const ROUND = 5_000;
const MAX_FAULTS = 30;
/** Longest wait that a request may have beyond that of the witness. */
const MAX_WAIT_MS = 1_000;
const DETAIL_CHARS = 600;
/** One of so many answers is read for ids. */
const READ_EVERY = 8;

/** Budgets of people and addresses are far above what the requests use: a refusal by a budget proves nothing. Drives stay small, so that 10 million requests do not fill a disk. */
const MANY = 1_000_000_000;
const LIMITS = {
  partBytes: 65_536,
  nodesPerDrive: 2_000,
  nodesPerCopy: 200,
  uploadSessions: 100,
  sweptRowsPerMinute: MANY,
  fetchTasksPerDay: MANY,
  passCodeAttempts: MANY,
  signInAttempts: MANY,
  signInsPerSecond: 1_000,
  captchaPerMinute: MANY,
  addressFailures: MANY,
  verificationsPerHour: MANY,
  messagesPerHour: MANY,
  messagesPerDay: MANY,
};
const SERVER_LIMITS = { requestsPerConnection: 1_000_000 };

function isFault(status: number): boolean {
  return status === 0 || (status >= 500 && status !== 501 && status !== 503);
}

/** The state of a run: requests are made one after another from the seed, whichever connection sends them. */
class Run {
  readonly faults: string[] = [];
  readonly operations = new Map<string, OperationTally>(
    OPERATIONS.map(({ row }) => [row.id, { sent: 0, reached: 0, slowestMs: 0, totalMs: 0, statuses: new Map() }]),
  );
  reached = 0;
  sent = 0;
  private readonly random: () => number;
  private readonly host: string;
  private readonly people: readonly Attacker[];
  private readonly witness: Witness;

  private readonly judgesTime: boolean;
  private readonly print: (line: string) => void;

  constructor(settings: RequestsSettings, people: readonly Attacker[], witness: Witness) {
    this.random = makeRandom(settings.seed);
    this.host = `localhost:${settings.port}`;
    this.judgesTime = settings.judgesTime;
    this.print = settings.print;
    this.people = people;
    this.witness = witness;
  }

  async sendOne(connection: Connection): Promise<void> {
    // Each operation once, then by chance.
    const operation = OPERATIONS[this.sent] ?? pickOperation(this.random);
    this.sent += 1;
    const person = this.senderOf(operation);
    const { bytes, fits } = makeRequest(
      operation,
      { host: this.host, token: person.token, pools: person.pools },
      this.random,
    );
    const answer = await connection.send(bytes);
    const { status, text, tookMs } = answer;
    const tally = this.operations.get(operation.row.id);
    if (tally === undefined) return;
    tally.sent += 1;
    tally.totalMs += tookMs;
    tally.slowestMs = Math.max(tally.slowestMs, tookMs);
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (hasReached(fits, status, text)) {
      tally.reached += 1;
      this.reached += 1;
    }
    if (status === 401 && text.includes('"unauthenticated"')) person.isSignedOut = true;
    if (status === 200 && this.random() < 1 / READ_EVERY) person.pools.read(operation.noun, text);
    if (isFault(status) || this.isHang(tookMs)) this.report(operation, bytes, answer);
  }

  private senderOf({ row }: Operation): Attacker {
    const operator = this.people.find(({ email }) => email === OPERATOR);
    const other = this.people[Math.floor(this.random() * (this.people.length - 1))];
    const person = row.callers === 'operator' ? operator : other;
    if (person === undefined) throw new Error('no people');
    return person;
  }

  private isHang(tookMs: number): boolean {
    return this.judgesTime && tookMs > MAX_WAIT_MS && tookMs - this.witness.during(tookMs) > MAX_WAIT_MS;
  }

  private report({ row }: Operation, bytes: Buffer, { status, text, tookMs, failure }: SentAnswer): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const request = JSON.stringify(
      bytes
        .toString('latin1')
        .replace(/Bearer \S+/, 'Bearer ...')
        .slice(0, DETAIL_CHARS),
    );
    const fault = `${row.id} answered ${status || failure} after ${Math.round(tookMs)} ms: ${request} -> ${text.slice(0, 200)}`;
    this.faults.push(fault);
    // A run takes hours.
    this.print(`fault: ${fault}`);
  }
}

/** Sends the requests of one round. */
async function sendRound(run: Run, connections: readonly Connection[], until: number): Promise<void> {
  const work = async (connection: Connection): Promise<void> => {
    while (run.sent < until && run.faults.length < MAX_FAULTS) await run.sendOne(connection);
  };
  await Promise.all(connections.map(work));
}

async function prepare(origin: string, people: readonly Attacker[]): Promise<void> {
  await signInAgain(origin, people);
  await Promise.all(
    people.map((person, n) => replenish(origin, person, people[(n + 1) % people.length]?.email ?? OPERATOR)),
  );
}

/** Sends the requests to a server of its own, then audits its state folder. @returns counts of requests, and faults */
export async function runRequests(settings: RequestsSettings): Promise<RequestsResult> {
  const { requests, port, dataDir, print } = settings;
  const server = await startServer({
    port,
    dataDir,
    isGroup: true,
    env: { LIMITS: JSON.stringify(LIMITS), SERVER_LIMITS: JSON.stringify(SERVER_LIMITS) },
  });
  const members = membersOf(server.pids.supervisor);
  const people = await makePeople(server.origin, dataDir);
  const witness = new Witness(port, server.pids.workerd);
  const run = new Run(settings, people, witness);
  const connections = Array.from({ length: CONNECTIONS }, (_, n) => new Connection(port, `127.0.0.${20 + n}`));
  const watching = witness.work();
  let sendingMs = 0;
  while (run.sent < requests && run.faults.length < MAX_FAULTS && members.every(isAlive)) {
    await prepare(server.origin, people);
    const beganMs = performance.now();
    const before = run.sent;
    await sendRound(run, connections, Math.min(requests, run.sent + ROUND));
    const tookMs = performance.now() - beganMs;
    sendingMs += tookMs;
    print(
      `${run.sent} requests, ${Math.round((100 * run.reached) / run.sent)} % reached code, ${Math.round((1_000 * (run.sent - before)) / tookMs)} a second, ${run.faults.length} faults`,
    );
  }
  if (!members.every(isAlive)) run.faults.push('a process of the server ended');
  witness.stop();
  await watching;
  for (const connection of connections) connection.close();
  await delay(1_000);
  if (run.faults.length > 0) print(`output of the server:\n${server.output().slice(-8_000)}`);
  await server.stop();
  const audit = await auditFolder(dataDir, Date.now);
  for (const { kind, where, ids } of audit.findings.slice(0, MAX_FAULTS))
    run.faults.push(`invariant ${kind} ${where} ${ids.join(' ')}`);
  return {
    requests: run.sent,
    reached: run.reached,
    seconds: sendingMs / 1_000,
    faults: run.faults,
    slowestMs: Math.max(...[...run.operations.values()].map(({ slowestMs }) => slowestMs)),
    auditedObjects: audit.objects,
    operations: run.operations,
  };
}
