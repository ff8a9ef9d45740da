/** The output of a command: its result on the standard output, all else on the other one. */
import type { Writable } from 'node:stream';
import type { Failure } from '../command/exit.ts';
import { shown, shownJson } from './shown.ts';

export interface Output {
  readonly isJson: boolean;
  /** A result: the value where JSON was asked for, else the lines. */
  result(value: unknown, lines: readonly string[]): void;
  /** A remark for a person. */
  remark(text: string): void;
  failure(failure: Failure): void;
  /** Bytes of a file, and completion scripts, as they are. */
  raw(text: string): void;
}

/** Tabs separate the cells of a row; no cell holds one. */
export function row(...cells: readonly string[]): string {
  return cells.map(shown).join('\t');
}

export function makeOutput(
  { stdout, stderr }: { readonly stdout: Pick<Writable, 'write'>; readonly stderr: Pick<Writable, 'write'> },
  isJson: boolean,
): Output {
  return {
    isJson,
    result: (value, lines) =>
      void stdout.write(isJson ? `${shownJson(value)}\n` : lines.map((line) => `${line}\n`).join('')),
    remark: (text) => void stderr.write(`${shown(text)}\n`),
    failure({ exit, name, message, remedy }) {
      if (isJson) stderr.write(`${shownJson({ error: { exit, name, message, remedy } })}\n`);
      else stderr.write(`magpie: ${shown(message)}\n${remedy === '' ? '' : `${shown(remedy)}\n`}`);
    },
    raw: (text) => void stdout.write(text),
  };
}
