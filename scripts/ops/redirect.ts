/** `npm run ops -- redirect`: the redirect rules from the command line. A change is read and checked here before it is published. */
import type { Problem } from '#shared/document-kind.ts';
import { type Area, askServer } from './area.ts';
import { readCommand, type VerbForm, wholeNumber } from './arguments.ts';
import { addRule, checkRules, listRules, removeRule, type TestOptions, testRules } from './redirect-text.ts';

interface Read {
  readonly text: string;
  readonly version: number;
}

const NAME = 'redirects';

/** The problems with their lines. */
function refusal(text: string, problems: readonly Problem[]): Error {
  const lines = text.split('\n');
  const places = problems.map(({ line, column, message }) =>
    [`${line}:${column}  ${message}`, `  ${lines[line - 1] ?? ''}`, `  ${' '.repeat(column - 1)}^`].join('\n'),
  );
  return new Error(['nothing was published', ...places].join('\n'));
}

async function publish(dataDir: string, read: Read, text: string, note: string): Promise<string> {
  const problems = checkRules(text);
  if (problems.length > 0) throw refusal(text, problems);
  const body = { name: NAME, text, base_version: read.version, note };
  const { version } = await askServer<{ version: number }>(dataDir, '/_internal/config/publish', body);
  return `version ${version} is published and live within a minute`;
}

const VERBS = {
  list: {},
  add: { needs: ['the source of the rule, or allow,', 'the target of the rule, or the origin to allow,'], more: 20 },
  test: { needs: ['the address to test'] },
  remove: { needs: ['the line number or source of the rule'] },
  history: {},
  rollback: { needs: ['the version to go back to'] },
} satisfies Readonly<Record<string, VerbForm>>;

export const redirectArea: Area = {
  usage: [
    'redirect list',
    'redirect add <source> <target> [status] [locale=|country=|platform=|start=|end=…] [--note <text>]',
    'redirect add allow <https origin, or installation> [--note <text>]',
    'redirect test <address> [--locale <tag>] [--country <code>] [--platform <name>] [--at <time>]',
    'redirect remove <line number or source> [--note <text>]',
    'redirect history',
    'redirect rollback <version> [--note <text>]',
  ],
  async run(args, dataDir) {
    const {
      verb,
      rest: fields,
      values,
    } = readCommand('redirect', VERBS, args, {
      note: '',
      locale: null,
      country: null,
      platform: null,
      at: null,
    });
    const [word = ''] = fields;
    const read = () => askServer<Read>(dataDir, '/_internal/config/read', { name: NAME });
    switch (verb) {
      case 'list':
        return listRules((await read()).text);
      case 'add': {
        const before = await read();
        return publish(dataDir, before, addRule(before.text, fields), values.note || `add ${fields.join(' ')}`);
      }
      case 'remove': {
        const before = await read();
        return publish(dataDir, before, removeRule(before.text, word), values.note || `remove ${word}`);
      }
      case 'test': {
        const asked: TestOptions = { address: word, ...values, nowMs: Date.now() };
        return testRules((await read()).text, asked);
      }
      case 'history': {
        const { versions } = await askServer<{
          versions: { version: number; at: string; by: string; note: string; rolled_back_to: number | null }[];
        }>(dataDir, '/_internal/config/history', { name: NAME });
        if (versions.length === 0) return 'nothing was published yet';
        return versions
          .map(({ version, at, by, note, rolled_back_to: of }) =>
            [version, at, by, of === null ? '' : `(text of version ${of})`, note].filter(Boolean).join('  '),
          )
          .join('\n');
      }
      case 'rollback': {
        const body = { name: NAME, version: wholeNumber('the version', word), note: values.note };
        const { version } = await askServer<{ version: number }>(dataDir, '/_internal/config/rollback', body);
        return `version ${version} is published, with the text of version ${word}`;
      }
    }
  },
};
