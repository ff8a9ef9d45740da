/** A program of other people, as the proof `programs` runs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type RunOptions, run } from '#test/flow/outside-programs.ts';
import type { Person, WireClient } from '#test/flow/wire-client.ts';

/** A server with a person, an app password, and a folder for each program. */
export interface Stage {
  readonly wire: WireClient;
  readonly person: Person;
  readonly password: string;
  /** Of WebDAV, as in `http://127.0.0.1:9050/dav/`. */
  readonly address: string;
  /** Origin of the same address. */
  readonly origin: string;
  /** An empty folder. */
  readonly folder: string;
  /** A folder of 1,000 small files; no check changes it. */
  readonly thousand: string;
}

export interface Check {
  /** As the table says it. */
  readonly name: string;
  /** @throws Error when it does not pass */
  readonly run: (stage: Stage) => Promise<void>;
}

export interface Program {
  /** As the table shows it. */
  readonly name: string;
  /** Where it is; a program that is not there is not run. */
  readonly file: string;
  /** Prints its version. */
  readonly version: readonly string[];
  /** Where it comes from, for those who want to run it. */
  readonly from: string;
  readonly checks: readonly Check[];
}

/** Programs that Debian does not have, each under its name. */
export const MORE_PROGRAMS = process.env['PROOF_PROGRAMS'] ?? '';
export const ofMore = (file: string): string => (MORE_PROGRAMS === '' ? '' : path.resolve(MORE_PROGRAMS, file));

/** @returns what it prints first that looks like a version; '' when the program is not here */
export function versionOf({ file, version }: Pick<Program, 'file' | 'version'>): string {
  if (!existsSync(file)) return '';
  const [command = file, ...args] = version;
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return /\d+\.\d+(\.\d+)*/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}

/** Runs a program that must succeed. @returns its output @throws Error with its output */
export async function must(file: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await run(file, args, options);
  if (code !== 0) throw new Error(`${path.basename(file)} ${args[0] ?? ''} ended with ${code}: ${output.slice(-800)}`);
  return output;
}

/** @throws Error when the two texts differ */
export function mustEqual(actual: string, expected: string, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual.slice(0, 400)} instead of ${expected.slice(0, 400)}`);
}

/** @throws Error when the folders hold other files or bytes */
export async function mustBeSame(one: string, two: string): Promise<void> {
  await must('/usr/bin/diff', ['-r', one, two]);
}

export function made(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A document that is saved ten times keeps its id, and its link shows the last save. @param save  writes the text in the place of the document */
export async function keepsItsLink(
  { person, wire, address, password }: Stage,
  name: string,
  save: (text: string) => Promise<void>,
): Promise<void> {
  const find = async (): Promise<string> => {
    const { body } = await person.get('/drive/v1/files', { parent_id: '', limit: '500' });
    const found = body.files.filter((file: { name: string }) => file.name === name);
    if (found.length !== 1) throw new Error(`${found.length} files have the name ${name}`);
    return found[0].id;
  };
  await save('draft 0');
  const id = await find();
  const link = await person.post('/drive/v1/share', { file_ids: [id], share_to: 'copy', expiration_days: '-1' });
  for (let at = 1; at <= 10; at += 1) await save(`draft ${at}`);
  mustEqual(await find(), id, 'the id of the document');
  const authorization = `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`;
  const read = await fetch(`${address}${name}`, { headers: { authorization } });
  mustEqual((await read.text()).trim(), 'draft 10', 'the document');
  const visit = await wire.call('GET', '/drive/v1/share', { query: { share_id: link.body.share_id } });
  mustEqual(visit.body.files?.[0]?.id ?? '', id, 'the file of the link');
}
