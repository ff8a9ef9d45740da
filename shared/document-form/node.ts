/** A form as it is drawn: nodes with the names and the contents of their controls. Made by show.ts, read by read.ts. Types only. */

/** Names of fields: a letter, then the place in the document. */
export const MARKS = {
  value: 'v',
  unit: 'u',
  /** JSON of a field that no control shows. */
  json: 'j',
  /** JSON of fields that the schema does not name. */
  extra: 'x',
  /** Number of entries or rows. */
  count: 'n',
  /** Name of a row of a record. */
  key: 'k',
  /** The field was left out, and its control shows the initial value. */
  absent: 'a',
  /** The field is there; without the mark it is left out. */
  there: 's',
  /** The type whose fields are shown. */
  shown: 'w',
} as const;

export interface ShownOption {
  readonly value: string;
  readonly label: string;
}

interface Common {
  /** Place in the document; also the last part of the names of its controls. */
  readonly at: string;
  readonly label: string;
  readonly help: string;
  /** Whole sentences. */
  readonly errors: readonly string[];
  readonly canBeLeft: boolean;
  readonly isAbsent: boolean;
}

export interface LanguageText {
  readonly tag: string;
  readonly node: FormNode;
  readonly isWritten: boolean;
}

export interface ListEntry {
  readonly title: string;
  readonly node: FormNode;
}

export interface RecordRow {
  readonly at: string;
  readonly key: string;
  readonly node: FormNode;
}

export type FormNode = Common &
  (
    | {
        readonly kind: 'text';
        readonly value: string;
        readonly type: 'text' | 'url' | 'date' | 'datetime-local';
        /** 0: one line. */
        readonly rows: number;
        readonly lang?: string;
      }
    | { readonly kind: 'number'; readonly value: string; readonly unit: string }
    | { readonly kind: 'scaled'; readonly value: string; readonly unit: string; readonly units: readonly string[] }
    | { readonly kind: 'switch'; readonly isOn: boolean }
    | { readonly kind: 'choice'; readonly value: string; readonly options: readonly ShownOption[] }
    | { readonly kind: 'choices'; readonly values: readonly string[]; readonly options: readonly ShownOption[] }
    | { readonly kind: 'lines'; readonly value: string; readonly count: number }
    | { readonly kind: 'languages'; readonly isForAll: boolean; readonly texts: readonly LanguageText[] }
    | { readonly kind: 'list'; readonly entry: string; readonly entries: readonly ListEntry[] }
    | { readonly kind: 'record'; readonly entry: string; readonly name: string; readonly rows: readonly RecordRow[] }
    | { readonly kind: 'object'; readonly fields: readonly FormNode[] }
    | {
        readonly kind: 'variant';
        readonly value: string;
        readonly options: readonly ShownOption[];
        readonly fields: readonly FormNode[];
      }
    /** The field is left out. */
    | { readonly kind: 'unset'; readonly isNull: boolean }
    | { readonly kind: 'json'; readonly mark: 'j' | 'x'; readonly value: string; readonly why: string }
  );
