/**
 * The interface of operators' documents: a text that is parsed once, refused with lines and columns, and read as a value.
 * Independent of the documents themselves: documents/registry.ts lists them.
 */

import type { Schema } from './contract.ts';

/** An error in a text. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The field it is about, where the text is JSON. */
  readonly path?: readonly (string | number)[];
  /** The message without the name of the field. */
  readonly says?: string;
}

/** Problems as programs and the command line get them. */
export const lineProblems = (problems: readonly Problem[]) =>
  problems.map(({ line, column, message }) => ({ line, column, message }));

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface DocumentKind<T> {
  /** Title for operators, in English. */
  readonly title: string;
  /** `json`: an object of JSON. `rules`: one rule a line. */
  readonly format: 'json' | 'rules';
  /** Example lines, for a document without fields. */
  readonly example?: readonly string[];
  /** The text before the first publication. */
  readonly initial: string;
  /** Schema of a JSON value; its descriptions and bounds document the fields. Absent: a language of its own. */
  readonly schema?: Schema;
  /** Schema of the whole text, where `schema` describes the fields of a part. The form of the document is made from it. */
  readonly whole?: Schema;
  parse(text: string): Parsed<T>;
  /** Reads a published text, without the checks that hold only for publishing. Absent: as `parse`. */
  parseStored?(text: string): Parsed<T>;
}
