/** The proof `programs`: programs of other people against a started server, and the record of what each did. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { auditFolder } from '#scripts/audit/audit.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { makeStateFolder } from '#scripts/test/trial-run.ts';
import { makeProgramPassword } from '#test/flow/program-password.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { startServer } from '#test/server.ts';
import type { ProofOutcome, ProofSettings } from '../proof-run.ts';
import { BY_RCLONE } from './by-rclone.ts';
import { KNOWN_FAILURES, NOT_RUN } from './known-failures.ts';
import { LITMUS } from './litmus.ts';
import { MOUNTS } from './mounts.ts';
import { type Program, type Stage, versionOf } from './program.ts';
import type { RecordedRun } from './recorded.ts';
import { SYNC_CLIENTS } from './sync-clients.ts';
import { TESTED } from './tested.ts';

/** Those of WebDAV before sync clients, which take everything along that is there. */
const PROGRAMS: readonly Program[] = [...SYNC_CLIENTS, ...LITMUS, ...BY_RCLONE, ...MOUNTS, ...TESTED];
const SMALL_FILES = 1_000;

interface Ran {
  readonly run: RecordedRun;
  readonly failures: readonly string[];
}

async function runProgram(program: Program, stage: Stage, print: (line: string) => void): Promise<Ran> {
  const { name, from, checks } = program;
  const version = versionOf(program);
  const date = new Date().toISOString().slice(0, 10);
  if (version === '')
    return {
      run: { program: name, version, from, date, passed: [], failed: [], notRun: 'not installed' },
      failures: [],
    };
  const [passed, failed, failures]: [string[], string[], string[]] = [[], [], []];
  for (const check of checks) {
    const reason = KNOWN_FAILURES[name]?.[check.name];
    const beganMs = performance.now();
    const error = await check.run(stage).then(
      () => '',
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
    (error === '' ? passed : failed).push(check.name);
    if (error !== '' && reason === undefined) failures.push(`${name}: ${check.name}: ${error}`);
    if (error === '' && reason !== undefined) failures.push(`${name}: ${check.name} passes, and is known to fail`);
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
    print(`${name} ${version}: ${check.name}: ${error === '' ? 'passed' : `failed: ${error}`}, ${seconds} s`);
  }
  return { run: { program: name, version, from, date, passed, failed, notRun: '' }, failures };
}

/** @returns a record of each program; failures are those that are not known, and known ones that pass */
export async function runPrograms({
  port,
  dataDir,
  print,
}: ProofSettings): Promise<ProofOutcome & { readonly runs: readonly RecordedRun[] }> {
  const server = await startServer({ port, dataDir });
  const { dataDir: place, dispose } = makeStateFolder(undefined, 'programs');
  const thousand = path.join(place, 'thousand');
  mkdirSync(thousand);
  for (let at = 1; at <= SMALL_FILES; at += 1) writeFileSync(path.join(thousand, `file ${at}.txt`), `file ${at}\n`);
  const runs: RecordedRun[] = [];
  const failures: string[] = [];
  try {
    const wire = makeWireClient(server.origin);
    const person = await wire.signIn('alice@example.com');
    const { text: password, address } = await makeProgramPassword(person);
    const stage = { wire, person, password, address, origin: new URL(address).origin, folder: place, thousand };
    for (const program of PROGRAMS) {
      const { run, failures: own } = await runProgram(program, stage, print);
      runs.push(run);
      failures.push(...own);
    }
    for (const left of await untilRecovered(dataDir)) failures.push(`not ended: ${left}`);
  } finally {
    await server.stop();
  }
  for (const { invariant, kind, where, says } of (await auditFolder(dataDir, Date.now)).findings)
    failures.push(`${invariant} ${kind} in ${where}: ${says}`);
  for (const [program, notRun] of Object.entries(NOT_RUN))
    runs.push({ program, version: '', from: '', date: '', passed: [], failed: [], notRun });
  if (failures.length === 0) dispose();
  const sumOf = (count: (run: RecordedRun) => number): number => runs.reduce((sum, run) => sum + count(run), 0);
  return {
    runs,
    failures,
    numbers: {
      programs: sumOf(({ notRun }) => (notRun === '' ? 1 : 0)),
      passed: sumOf(({ passed }) => passed.length),
      knownFailures: sumOf(({ failed }) => failed.length),
      notRun: sumOf(({ notRun }) => (notRun === '' ? 0 : 1)),
    },
  };
}
