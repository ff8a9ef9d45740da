/** `npm run ops -- config`: the documents that operators write, from the command line. Every change is logged as those of the console are. */
import { readFileSync } from 'node:fs';
import { describeDocument } from '#shared/documents/describe.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { type Area, askServer } from './area.ts';
import { readCommand, UsageError, type VerbForm, wholeNumber } from './arguments.ts';
import { readLog } from './log.ts';

interface Read {
  readonly text: string;
  readonly version: number;
  readonly settled: boolean;
  readonly draft: {
    readonly text: string;
    readonly base_version: number;
    readonly by: string;
    readonly at: string;
  } | null;
  readonly draft_revision: number;
}

interface Run {
  readonly kind: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

const MARKS = { same: '  ', added: '+ ', removed: '- ' } as const;
/** Unchanged lines that are shown beside a change. */
const AROUND = 3;

function nameOf(word: string): DocumentName {
  if (!Object.hasOwn(DOCUMENTS, word))
    throw new Error(`no document is called ${word}; there are ${Object.keys(DOCUMENTS).join(', ')}`);
  return word as DocumentName;
}

/** `-` is the standard input. */
function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : `cannot be read: ${String(error)}`;
    throw new UsageError(`the file ${file} ${why}`);
  }
}

function shown(runs: readonly Run[]): string {
  const lines = runs.flatMap(({ kind, lines: own }) => {
    const marked = own.map((line) => `${MARKS[kind]}${line}`);
    if (kind !== 'same' || marked.length <= 2 * AROUND + 1) return marked;
    return [...marked.slice(0, AROUND), `  … ${marked.length - 2 * AROUND} lines`, ...marked.slice(-AROUND)];
  });
  return runs.every(({ kind }) => kind === 'same') ? 'no difference' : lines.join('\n');
}

function described(name: DocumentName): string {
  const { title, form, example, fields } = describeDocument(name);
  const rows = fields.flatMap(({ path, type, bounds, says, initial }) => [
    `${path}: ${type}${bounds ? ` (${bounds})` : ''}${initial === '' ? '' : `, at first ${initial}`}`,
    ...(says ? [`    ${says}`] : []),
  ]);
  return [`${name}: ${title}`, form, '', ...example, ...rows].join('\n');
}

async function publish(dataDir: string, name: DocumentName, file: string | undefined, note: string): Promise<string> {
  const text = file === undefined ? undefined : textOf(file);
  const read = await askServer<Read>(dataDir, '/_internal/config/read', { name });
  if (text === undefined && !read.draft) throw new Error('there is no draft; name the file to publish');
  const body = { name, text, base_version: read.version, note };
  const { version } = await askServer<{ version: number }>(dataDir, '/_internal/config/publish', body);
  return version === read.version ? `version ${version} is this text already` : `version ${version} is published`;
}

const name = 'the name of the document';

const VERBS = {
  list: {},
  show: { needs: [name] },
  describe: { needs: [name] },
  draft: { needs: [name, 'the file with the text, or - for the input,'] },
  diff: { needs: [name], more: 1 },
  publish: { needs: [name], more: 1 },
  history: { needs: [name] },
  rollback: { needs: [name, 'the version to go back to'] },
  log: { more: 1 },
} satisfies Readonly<Record<string, VerbForm>>;

export const configArea: Area = {
  usage: [
    'config list',
    'config show <name> [--draft | --version <number>]',
    'config describe <name>',
    'config draft <name> <file, or - for the input>',
    'config diff <name> [file]',
    'config publish <name> [file] [--note <text>]',
    'config history <name>',
    'config rollback <name> <version> [--note <text>]',
    'config log [name]',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('config', VERBS, args, { note: '', draft: false, version: null });
    const [word = '', more] = rest;
    const call = <T>(what: string, body: object) => askServer<T>(dataDir, `/_internal/config/${what}`, body);
    const { note } = values;
    switch (verb) {
      case 'list': {
        const { documents } = await call<{
          documents: { name: string; title: string; version: number; draft: boolean; settled: boolean }[];
        }>('list', {});
        return documents
          .map(({ name, title, version, draft, settled }) =>
            [name.padEnd(20), `version ${version}`.padEnd(12), settled ? '' : 'publishing', draft ? 'draft' : '', title]
              .filter(Boolean)
              .join('  '),
          )
          .join('\n');
      }
      case 'show': {
        const name = nameOf(word);
        if (values.version !== undefined)
          return (await call<Read>('read', { name, version: wholeNumber('--version', values.version) })).text.trimEnd();
        const { text, draft } = await call<Read>('read', { name });
        if (values.draft && !draft) throw new Error('there is no draft');
        return (values.draft && draft ? draft.text : text).trimEnd();
      }
      case 'describe':
        return described(nameOf(word));
      case 'draft': {
        const name = nameOf(word);
        const { version, draft_revision } = await call<Read>('read', { name });
        const { warnings } = await call<{ warnings: { line: number; column: number; message: string }[] }>('draft', {
          name,
          text: textOf(more ?? ''),
          base_version: version,
          draft_revision,
        });
        const places = warnings.map(({ line, column, message }) => `  ${line}:${column}  ${message}`);
        return places.length === 0
          ? 'the draft is kept'
          : ['the draft is kept, but not right yet:', ...places].join('\n');
      }
      case 'diff': {
        const text = more === undefined ? undefined : textOf(more);
        return shown((await call<{ runs: Run[] }>('diff', { name: nameOf(word), text })).runs);
      }
      case 'publish':
        return publish(dataDir, nameOf(word), more, note);
      case 'history': {
        const { versions } = await call<{ versions: { version: number; at: string; by: string; note: string }[] }>(
          'history',
          { name: nameOf(word) },
        );
        if (versions.length === 0) return 'nothing was published yet';
        return versions.map((each) => `${each.version}  ${each.at}  ${each.by}  ${each.note}`.trimEnd()).join('\n');
      }
      case 'rollback': {
        const body = { name: nameOf(word), version: wholeNumber('the version', more ?? ''), note };
        const { version } = await call<{ version: number }>('rollback', body);
        return `version ${version} is published, with the text of version ${body.version}`;
      }
      case 'log':
        return readLog(rest, dataDir);
    }
  },
};
