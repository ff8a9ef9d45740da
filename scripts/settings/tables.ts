/** The tables of docs/settings.md, made from the declared variables. Text between the tables is written by hand. */
import { TABLES } from './declared.ts';
import type { Setting, SettingKind, SettingPlace } from './setting.ts';

const PLACES: Readonly<Record<SettingPlace, string>> = {
  machine: 'one machine',
  cloudflare: 'Cloudflare',
  both: 'both',
  command: 'the command',
};
const KINDS: Readonly<Record<string, string>> = {
  origins: 'origins, separated by commas',
  addresses: 'addresses, separated by commas',
  ports: 'ports',
};

function kindOf(kind: SettingKind): string {
  if (typeof kind === 'string') return KINDS[kind] ?? kind;
  if ('oneOf' in kind) return kind.oneOf.map((word) => `\`${word}\``).join(', ');
  return `${kind.least} to ${kind.most}`;
}

function tableOf(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, place, kind, otherwise, effect }) =>
    [`\`${name}\``, kindOf(kind), otherwise || 'none', PLACES[place], effect].join(' | '),
  );
  return ['variable | value | default | where | effect', '---|---|---|---|---', ...rows]
    .map((row) => `| ${row} |`.replace('| ---|', '|---|').replace('|--- |', '|---|'))
    .join('\n');
}

/** One text for a set of names, in any order. */
const sorted = (names: readonly (string | undefined)[]): string =>
  names.toSorted((one = '', other = '') => one.localeCompare(other)).join();

const MARKED = /(<!-- table: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g;

/** @returns the text with current tables. @throws Error when a table is missing, unknown or there twice */
export function withTables(text: string): string {
  const found = Array.from(text.matchAll(MARKED), ([, , name]) => name);
  const wanted = Object.keys(TABLES);
  if (sorted(found) !== sorted(wanted))
    throw new Error(
      `docs/settings.md must have the tables ${wanted.join(', ')}, each once; it has ${found.join(', ')}.`,
    );
  return text.replaceAll(
    MARKED,
    (_, head: string, name: string, end: string) => head + tableOf(TABLES[name] ?? []) + end,
  );
}
