/** The help, made from the commands. Pure. */
import { COMMON_OPTIONS, type Command, type OptionSpec } from './command.ts';

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

function optionRow([name, { short, value, about, choices }]: [string, OptionSpec]): [string, string] {
  const label = choices ? choices.join('|') : value;
  return [`${short ? `-${short}, ` : '    '}--${name}${label ? ` <${label}>` : ''}`, about];
}

const EXITS: readonly (readonly [string, string])[] = [
  ['0', 'done'],
  ['1', 'something failed'],
  ['2', 'the arguments are wrong'],
  ['3', 'a sign-in is needed'],
  ['4', 'there is no such file or folder'],
  ['5', 'no space, or a limit of the plan'],
  ['6', 'the server does not answer'],
  ['7', 'the bytes are not those that were sent'],
  ['130', 'interrupted'],
];

export function helpOfAll(commands: readonly Command[]): string {
  return [
    'magpie: your cloud drive on the command line',
    '',
    'Usage: magpie <command> [options]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, args, about }) => [`${name} ${args}`.trimEnd(), about])),
    '',
    'Options of every command:',
    ...columns(Object.entries(COMMON_OPTIONS).map(optionRow)),
    '',
    'A path of the drive is written /Documents/report.pdf, or id:<id> where you have its id. `-` is the standard input or output.',
    '',
    'Exit codes:',
    ...columns(EXITS),
    '',
  ].join('\n');
}

export function helpOf({ name, args, about, options, more }: Command): string {
  const own = Object.entries(options);
  return [
    `magpie ${name}: ${about}`,
    '',
    `Usage: magpie ${name} ${args}`.trimEnd(),
    ...(more.length > 0 ? ['', ...more] : []),
    ...(own.length > 0 ? ['', 'Options:', ...columns(own.map(optionRow))] : []),
    '',
    'Options of every command:',
    ...columns(Object.entries(COMMON_OPTIONS).map(optionRow)),
    '',
  ].join('\n');
}
