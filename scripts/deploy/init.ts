/** `npm run deploy -- --init`: asks for what the settings need and writes them. */
import { existsSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { ACCOUNT_ID, HOST, MAIL_ADDRESS, parseSettings } from './settings.ts';
import { Stop } from './stop.ts';

export interface Question {
  readonly field: string;
  readonly text: string;
  readonly schema: v.GenericSchema<string>;
}

const ENVIRONMENT_QUESTIONS: readonly Question[] = [
  { field: 'app', text: 'Host of pages and calls, such as drive.example.com', schema: HOST },
  {
    field: 'content',
    text: 'Host of stored files, best of another domain, such as files.example.net',
    schema: HOST,
  },
  { field: 'operator', text: 'Mail address of the first operator', schema: MAIL_ADDRESS },
];

type Ask = (question: string) => Promise<string>;

/** Another host than those that were answered: none of them may serve two things. */
const otherThan = (schema: v.GenericSchema<string>, hosts: readonly string[]): v.GenericSchema<string> =>
  v.pipe(
    schema,
    v.check((host) => !hosts.includes(host), 'must be another host than those before'),
  );

/** Asks until the answer fits. */
async function askFor(ask: Ask, text: string, schema: v.GenericSchema<string>): Promise<string> {
  for (let question = text; ; ) {
    const read = v.safeParse(schema, (await ask(question)).trim());
    if (read.success) return read.output;
    question = `It ${read.issues[0].message}. ${text}`;
  }
}

/** @param ask  @returns the answer to a question. @throws Stop when the answers do not fit together */
export async function askSettings(ask: Ask, file: string): Promise<string> {
  const account = await askFor(ask, 'Account id (dashboard, Account home, menu, Copy account ID)', ACCOUNT_ID);
  const environments: Record<string, Record<string, string>> = {};
  const hosts: string[] = [];
  for (const name of ['production', 'staging']) {
    const wanted = (await ask(`Set up ${name}? (y/n)`)).trim().toLowerCase();
    if (!wanted.startsWith('y')) continue;
    const answers: Record<string, string> = {};
    for (const { field, text, schema } of ENVIRONMENT_QUESTIONS) {
      const isHost = schema === HOST;
      const answer = await askFor(ask, `${name}: ${text}`, isHost ? otherThan(schema, hosts) : schema);
      if (isHost) hosts.push(answer);
      answers[field] = answer;
    }
    environments[name] = answers;
  }
  if (Object.keys(environments).length === 0)
    throw new Stop(
      'neither production nor staging is set up',
      'Nothing was written. Run it again and answer one with y.',
    );
  const text = `${JSON.stringify({ account, environments }, null, 2)}\n`;
  parseSettings(text, file);
  return text;
}

/** @throws Stop when there are settings already: they are edited by hand */
export async function initSettings(file: string, ask: Ask): Promise<void> {
  if (existsSync(file)) throw new Stop(`${file} is there already`, 'Edit it, or delete it first.');
  writeFileSync(file, await askSettings(ask, file), { flag: 'wx' });
}
