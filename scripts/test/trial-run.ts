/** Arguments, state folder and ending of `npm run attack` and `npm run crash-test`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number, not "${text}"`);
  return value;
}

/** Without a text a random seed. */
export function seedOf(text: string | undefined): number {
  return text === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber(text, 'seed');
}

/** @param given  a folder that stays; without one a new folder is made, which `dispose` deletes */
export function makeStateFolder(given: string | undefined, name: string): { dataDir: string; dispose: () => void } {
  if (given === undefined) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), `magpie-${name}-`));
    return { dataDir, dispose: () => rmSync(dataDir, { recursive: true, force: true }) };
  }
  mkdirSync(given, { recursive: true });
  return { dataDir: path.resolve(given), dispose: () => undefined };
}

/** Exits with the code that the run returns, 2 after an error. */
export async function runTrial(run: () => Promise<number>): Promise<void> {
  // The server is a process group of its own; only an orderly exit takes it along.
  for (const signal of ENDING_SIGNALS)
    process.on(signal, () => {
      process.stderr.write(`ended by ${signal}\n`);
      process.exit(130);
    });
  try {
    process.exitCode = await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  }
}
