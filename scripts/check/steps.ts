/** Runs the steps of the check, two at a time, and reports how each went. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type Finding, findingText } from './finding.ts';

export interface Step {
  name: string;
  /** A command of node_modules/.bin or `node`; or a check that runs right here. */
  run: string[] | (() => Finding[] | Promise<Finding[]>);
}

export interface Outcome {
  name: string;
  ok: boolean;
  /** Of a failure: the whole; else advice. */
  output: string;
  seconds: number;
}

/** Two: what a small machine has cores; most tools use more than one thread by themselves. */
const LANES = 2;

/** Runs every step, even after one has failed, and reports each outcome as it comes. */
export async function runSteps(
  top: string,
  steps: readonly Step[],
  report: (outcome: Outcome) => void,
): Promise<boolean> {
  const waiting = [...steps];
  let allOk = true;
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(top, step);
      allOk &&= outcome.ok;
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return allOk;
}

async function runStep(top: string, { name, run }: Step): Promise<Outcome> {
  const startedMs = performance.now();
  const { ok, output } = Array.isArray(run) ? await runCommand(top, run) : await runHere(run);
  return { name, ok, output: ok && Array.isArray(run) ? '' : output, seconds: (performance.now() - startedMs) / 1000 };
}

async function runHere(check: () => Finding[] | Promise<Finding[]>): Promise<{ ok: boolean; output: string }> {
  try {
    const findings = await check();
    return { ok: findings.every(({ isAdvice }) => isAdvice), output: findings.map(findingText).join('\n') };
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function runCommand(top: string, [command = '', ...args]: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const path = [join(top, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const child = spawn(command === 'node' ? process.execPath : command, args, {
      cwd: top,
      env: { ...process.env, PATH: path, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
