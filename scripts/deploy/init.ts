/** `npm run deploy -- --init`: asks for what the settings need and writes them. */
import { existsSync, writeFileSync } from 'node:fs';
import { parseSettings } from './settings.ts';
import { Stop } from './stop.ts';

export interface Question {
  readonly field: string;
  readonly text: string;
}

const ENVIRONMENT_QUESTIONS: readonly Question[] = [
  { field: 'app', text: 'Host of pages and calls, such as drive.example.com' },
  { field: 'content', text: 'Host of stored files, best of another domain, such as files.example.net' },
  { field: 'operator', text: 'Mail address of the first operator' },
];

/** @param ask  @returns the answer to a question, '' for none. @throws Stop when an answer does not fit */
export async function askSettings(ask: (question: string) => Promise<string>, file: string): Promise<string> {
  const account = (await ask('Account id (dashboard, Account home, menu, Copy account ID)')).trim();
  const environments: Record<string, Record<string, string>> = {};
  for (const name of ['production', 'staging']) {
    const wanted = (await ask(`Set up ${name}? (y/n)`)).trim().toLowerCase();
    if (!wanted.startsWith('y')) continue;
    const answers: Record<string, string> = {};
    for (const { field, text } of ENVIRONMENT_QUESTIONS) answers[field] = (await ask(`${name}: ${text}`)).trim();
    environments[name] = answers;
  }
  const text = `${JSON.stringify({ account, environments }, null, 2)}\n`;
  parseSettings(text, file);
  return text;
}

/** @throws Stop when there are settings already: they are edited by hand */
export async function initSettings(file: string, ask: (question: string) => Promise<string>): Promise<void> {
  if (existsSync(file)) throw new Stop(`${file} is there already`, 'Edit it, or delete it first.');
  writeFileSync(file, await askSettings(ask, file), { flag: 'wx' });
}
