/** Reads the arguments of the program: which command, with which options and arguments. Pure. */
import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, type Command, type OptionSpec, type Options } from './command.ts';
import { usageError } from './exit.ts';

export interface CommandLine {
  /** Null: none was named. */
  readonly command: Command | null;
  readonly args: readonly string[];
  readonly options: Options;
}

/** Without a command. */
const VERSION_OPTION: OptionSpec = { type: 'boolean', about: 'print the version' };

/** Also `-` as an argument, which is the standard input or output. */
function isOption(text: string): boolean {
  return text.startsWith('-') && text !== '-';
}

/** The first argument that is no option, nor the value of one. */
function commandAt(given: readonly string[]): number {
  for (let at = 0; at < given.length; at += 1) {
    const text = given[at] ?? '';
    if (!isOption(text)) return at;
    if (text === '--server') at += 1;
  }
  return -1;
}

function checkCount({ name, args, least, most }: Command, given: readonly string[]): void {
  if (given.length < least) throw usageError(`magpie ${name} takes ${args}: an argument is missing`, name);
  if (given.length > most) throw usageError(`${given.slice(most).join(' ')} is too much for magpie ${name}`, name);
}

/** @throws CommandError for an unknown command or option, and for a wrong number of arguments */
export function readArguments(given: readonly string[], commands: readonly Command[]): CommandLine {
  const at = commandAt(given);
  const name = at === -1 ? null : (given[at] ?? '');
  const command = commands.find((each) => each.name === name) ?? null;
  if (name !== null && command === null)
    throw usageError(`there is no command ${name}; there are ${commands.map((each) => each.name).join(', ')}`);
  const specs = { ...COMMON_OPTIONS, ...(command ? command.options : { version: VERSION_OPTION }) };
  let parsed: { values: Options; positionals: string[] };
  try {
    parsed = parseArgs({
      args: given.filter((_, index) => index !== at),
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(specs).map(([option, { type, short }]) => [option, { type, ...(short ? { short } : {}) }]),
      ),
    });
  } catch (error) {
    throw usageError((error as Error).message.split('. ', 1).join(''), command?.name);
  }
  for (const [option, { choices }] of Object.entries(specs)) {
    const value = parsed.values[option];
    if (choices && value !== undefined && !choices.includes(String(value)))
      throw usageError(`--${option} is one of ${choices.join(', ')}, not ${String(value)}`, command?.name);
  }
  if (command && parsed.values['help'] !== true) checkCount(command, parsed.positionals);
  return { command, args: parsed.positionals, options: parsed.values };
}

/** A whole number from `least` to `most`. @throws CommandError */
export function numberOption(
  options: Options,
  name: string,
  bounds: { least: number; most: number; usual: number },
): number {
  const given = options[name];
  if (given === undefined) return bounds.usual;
  const value = /^\d{1,6}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (!(value >= bounds.least && value <= bounds.most))
    throw usageError(`--${name} is a whole number from ${bounds.least} to ${bounds.most}, not ${String(given)}`);
  return value;
}

/** '' where it was not given. */
export function textOption(options: Options, name: string): string {
  const given = options[name];
  return typeof given === 'string' ? given : '';
}
