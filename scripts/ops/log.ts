/** `bin/magpie log`: the acts of operators, the newest first, as the page /ops/log has them. */
import { parseArgs } from 'node:util';
import { OTHER_SUBJECTS } from '#shared/config/acts.ts';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { type Area, askServer } from './area.ts';
import { oneOf, tooMuch, wholeNumber } from './arguments.ts';

interface Act {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly act: string;
  readonly name: string;
  readonly beforeVersion: number;
  readonly afterVersion: number;
  readonly note: string;
}

/** Acts of one answer. */
const PAGE = 200;
const SUBJECTS = [...Object.keys(DOCUMENTS), ...OTHER_SUBJECTS];

/** Versions are of documents alone. */
function lineOf({ seq, at, by, act, name, beforeVersion, afterVersion, note }: Act): string {
  const versions = Object.hasOwn(DOCUMENTS, name) ? ` ${beforeVersion} -> ${afterVersion}` : '';
  return `${seq}  ${at}  ${by}  ${act} ${name}${versions}${note ? `  ${note}` : ''}`;
}

/** @param given  subject and options, as they are typed. @throws UsageError */
export async function readLog(given: readonly string[], server: string): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { before: { type: 'string' } },
  });
  const [subject, ...rest] = positionals;
  if (rest.length > 0) throw tooMuch(rest);
  const before = values.before === undefined ? undefined : wholeNumber('--before', values.before);
  const name = subject === undefined ? undefined : oneOf('the subject', SUBJECTS, subject);
  const { acts, head } = await askServer<{ acts: Act[]; head: { seq: number; hash: string } | null }>(
    server,
    '/_internal/config/log',
    { ...(name === undefined ? {} : { name }), ...(before === undefined ? {} : { before }) },
  );
  const oldest = acts.at(-1)?.seq ?? 0;
  const lines = acts.length > 0 ? acts.map(lineOf) : ['no act is logged'];
  if (acts.length === PAGE && oldest > 1)
    lines.push(`older ones: bin/magpie log ${name === undefined ? '' : `${name} `}--before ${oldest}`);
  if (head && before === undefined) lines.push(`hash of the log up to act ${head.seq}: ${head.hash}`);
  return lines.join('\n');
}

export const logArea: Area = {
  usage: ['log [name of a document, people, links, jobs, ...] [--before <number of an act>]'],
  run: readLog,
};
