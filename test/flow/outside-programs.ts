/** Programs of other people that the tests run: where each is, and what a test says that has to do without it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Each from the Debian package of its name (scripts/test/debian-programs.ts). */
export const PROGRAMS = {
  curl: 'curl',
  wget: 'wget',
  aria2: 'aria2c',
  ffmpeg: 'ffmpeg',
  rclone: 'rclone',
  litmus: 'litmus',
  cadaver: 'cadaver',
  'nextcloud-desktop-cmd': 'nextcloudcmd',
} as const;
export type Program = keyof typeof PROGRAMS;

/** @returns its path; undefined and a line on the error stream when it is not installed */
export function findProgram(program: Program): string | undefined {
  const file = `/usr/bin/${PROGRAMS[program]}`;
  if (existsSync(file)) return file;
  process.stderr.write(
    `skipped: ${program} against the server, because it is not installed (Debian package ${program})\n`,
  );
  return undefined;
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

export interface RunOptions {
  /** Where it finds its configuration; default: nowhere. */
  readonly home?: string;
  /** Where it runs; default: here. */
  readonly folder?: string;
  /** Text that it reads as if it were typed. */
  readonly input?: string;
}

/** Runs a program to its end. Configuration of this machine is not its concern. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { home = '/nonexistent', folder, input } = options;
  const env = { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' };
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env, cwd: folder });
  // A program that ends early reads no more of it.
  child.stdin.on('error', () => undefined).end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
