/** The shape of a command: its arguments and options as data, from which parsing, help and completion are made. */

import type { Drive } from '../session/drive.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Output } from '../terminal/output.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** How the help names the value. */
  readonly value?: string;
  readonly about: string;
  /** The only values. */
  readonly choices?: readonly string[];
}

/** Values by option. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** A command as it was called. */
export interface Call {
  readonly args: readonly string[];
  readonly options: Options;
  readonly out: Output;
  readonly sessions: Sessions;
  /** The server that is meant. @throws CommandError where none is known */
  readonly server: string;
  /** Parts of that server for a signed-in person. @throws CommandError */
  readonly drive: Drive;
  /** Aborts when the person ends the command. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  readonly about: string;
  /** As the help shows them, such as `<path>...`. */
  readonly args: string;
  /** Number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Further lines of its help. */
  readonly more: readonly string[];
  /** The kind of its arguments, for completion. */
  readonly completes: 'files' | 'values' | 'nothing';
  /** Of `values`. */
  readonly values?: readonly string[];
  run(call: Call): Promise<void>;
}

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  server: { type: 'string', value: 'address', about: 'the server, such as https://drive.example.com' },
  json: { type: 'boolean', about: 'print the result as one JSON document, errors too' },
  quiet: { type: 'boolean', short: 'q', about: 'show no progress' },
  help: { type: 'boolean', short: 'h', about: 'show this help' },
};
