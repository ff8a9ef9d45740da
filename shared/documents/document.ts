/**
 * What a document of operators is: a text that is parsed once, refused with lines and columns, and read as a value.
 * Knows no document by name: registry.ts does.
 */

import type { Schema } from '#shared/contract.ts';

/** Where a text is wrong. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface DocumentKind<T> {
  /** What operators read above it, in English. */
  readonly title: string;
  /** `json`: an object of JSON. `rules`: one rule a line. */
  readonly format: 'json' | 'rules';
  /** How a text is written, line by line, for a document without fields. */
  readonly example?: readonly string[];
  /** The text before anybody published one. */
  readonly initial: string;
  /** Of a value of JSON: its descriptions and bounds are the documentation of the fields. Absent: a language of its own. */
  readonly schema?: Schema;
  parse(text: string): Parsed<T>;
}
