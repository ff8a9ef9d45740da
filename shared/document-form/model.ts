/**
 * The form of a document, made from its schema: which control each field gets, its label and its help. A schema says it beside
 * the field: `v.title` is the label, `v.description` the help, `v.metadata` the rest (`FieldLook`). No I/O.
 */
import * as v from 'valibot';
import type { Schema } from '#shared/contract.ts';
import { LOCALES } from '#shared/locale/tags.ts';

/** The content of `v.metadata` of a field. */
export interface FieldLook {
  /**
   * `bytes` and `seconds`: a number with a choice of units. `percent`: 0..1 as 0 to 100. `money`: cents of the currency that is
   * the name of the record's row. `moment`: a time in UTC. `paragraph`: more than one line. `address`: a web address.
   */
  readonly as?: 'bytes' | 'seconds' | 'percent' | 'money' | 'moment' | 'paragraph' | 'address';
  /** Stands behind a number: `days`. */
  readonly unit?: string;
  /** One entry of a list or record: `Banner`. */
  readonly entry?: string;
  /** The name of a row of a record: `Currency`. */
  readonly name?: string;
  /** Value of a choice -> how people read it. */
  readonly choices?: Readonly<Record<string, string>>;
}

interface Base {
  readonly label: string;
  readonly help: string;
  readonly look: FieldLook;
  /** May be left out. */
  readonly canLeave: boolean;
  /** The value of a field that is left out; undefined for none. */
  readonly initial: unknown;
  readonly canBeNull: boolean;
  /** Whether an empty text or list is a right value, other than none. */
  readonly canBeEmpty: boolean;
  readonly least?: number;
  readonly most?: number;
}

export interface ObjectEntry {
  readonly key: string;
  readonly model: Model;
}

export type Model = Base &
  (
    | { readonly kind: 'text' | 'moment' | 'date' | 'number' | 'bytes' | 'seconds' | 'percent' | 'money' }
    | { readonly kind: 'switch' | 'raw' | 'lines' }
    | { readonly kind: 'choice' | 'choices'; readonly options: readonly string[] }
    | { readonly kind: 'languages'; readonly isForAll: boolean; readonly text: Model }
    | { readonly kind: 'list'; readonly item: Model }
    | { readonly kind: 'record'; readonly value: Model }
    | { readonly kind: 'object'; readonly entries: readonly ObjectEntry[] }
    | { readonly kind: 'variant'; readonly tag: string; readonly options: readonly VariantOption[] }
  );

export interface VariantOption {
  readonly type: string;
  /** Without the field that names the type. */
  readonly entries: readonly ObjectEntry[];
}

export type ModelOf<Kind extends Model['kind']> = Extract<Model, { readonly kind: Kind }>;

/** The fields of valibot's objects that this module reads. */
interface Part {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly wrapped?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly value?: Part;
  readonly key?: unknown;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly description?: string;
  readonly title?: string;
  readonly metadata?: FieldLook;
  readonly default?: unknown;
}

/** A text that may be as long gets more than one line. */
const PARAGRAPH_CHARS = 300;

/** `notice_link` and `noticeLink` -> `Notice link`. */
export function plainName(key: string): string {
  const text = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const PLAIN: Base = {
  label: '',
  help: '',
  look: {},
  canLeave: false,
  initial: undefined,
  canBeNull: false,
  canBeEmpty: false,
};

function entriesOf(entries: Readonly<Record<string, Part>>, except?: string): ObjectEntry[] {
  return Object.entries(entries)
    .filter(([key]) => key !== except)
    .map(([key, part]) => {
      const model = convert(part);
      return { key, model: { ...model, label: model.label || plainName(key) } };
    });
}

function objectOf(entries: Readonly<Record<string, Part>>): Model {
  const texts = LOCALES.map((tag) => entries[tag]);
  if (texts.length === Object.keys(entries).length && texts.every((each) => each !== undefined)) {
    const all = (texts as Part[]).map(convert);
    const text = all.find(({ canLeave }) => !canLeave) ?? all[0];
    if (text?.kind === 'text')
      return { ...PLAIN, kind: 'languages', isForAll: all.every(({ canLeave }) => !canLeave), text };
  }
  return { ...PLAIN, kind: 'object', entries: entriesOf(entries) };
}

function listOf(part: Part | undefined): Model {
  const item: Model = part ? convert(part) : { ...PLAIN, kind: 'raw' };
  if (item.kind === 'text') return { ...PLAIN, kind: 'lines', ...(item.help ? { help: item.help } : {}) };
  if (item.kind === 'choice' && !item.canBeNull)
    return { ...PLAIN, kind: 'choices', options: item.options, look: item.look };
  return { ...PLAIN, kind: 'list', item };
}

function variantOf({ key, options = [] }: Part): Model {
  const tag = String(key);
  const all = (options as readonly Part[]).map((option): VariantOption => {
    const entries = option.entries ?? {};
    return { type: String(entries[tag]?.literal), entries: entriesOf(entries, tag) };
  });
  return { ...PLAIN, kind: 'variant', tag, options: all };
}

function bare(part: Part): Model {
  switch (part.type) {
    case 'string':
      return { ...PLAIN, kind: 'text' };
    case 'number':
      return { ...PLAIN, kind: 'number' };
    case 'boolean':
      return { ...PLAIN, kind: 'switch' };
    case 'picklist':
      return { ...PLAIN, kind: 'choice', options: (part.options ?? []).map(String) };
    case 'object':
    case 'strict_object':
      return objectOf(part.entries ?? {});
    case 'record':
      return { ...PLAIN, kind: 'record', value: part.value ? convert(part.value) : { ...PLAIN, kind: 'raw' } };
    case 'array':
      return listOf(part.item);
    case 'variant':
      return variantOf(part);
    case 'optional':
    case 'exact_optional':
      return { ...inner(part), canLeave: true, initial: part.default };
    case 'nullable':
      return { ...inner(part), canBeNull: true };
    case 'nullish':
      return { ...inner(part), canLeave: true, canBeNull: true, initial: part.default };
    default:
      return { ...PLAIN, kind: 'raw' };
  }
}

const inner = ({ wrapped }: Part): Model => (wrapped ? convert(wrapped) : { ...PLAIN, kind: 'raw' });

/** The kind that a look makes of a plain one. */
function looking(model: Model): Model {
  const { as } = model.look;
  if (model.kind === 'text' && as === 'moment') return { ...model, kind: 'moment' };
  if (model.kind === 'number' && (as === 'bytes' || as === 'seconds' || as === 'percent' || as === 'money'))
    return { ...model, kind: as };
  return model;
}

function step(model: Model, { kind, type, requirement, description, title, metadata }: Part): Model {
  if (kind === 'metadata') {
    if (type === 'description') return { ...model, help: description ?? '' };
    if (type === 'title') return { ...model, label: title ?? '' };
    return type === 'metadata' ? looking({ ...model, look: { ...model.look, ...metadata } }) : model;
  }
  if (type === 'iso_timestamp' && model.kind === 'text') return { ...model, kind: 'moment' };
  if (type === 'iso_date' && model.kind === 'text') return { ...model, kind: 'date' };
  if (typeof requirement !== 'number') return model;
  if (type === 'min_length' || type === 'min_value') return { ...model, least: requirement };
  return type === 'max_length' || type === 'max_value' ? { ...model, most: requirement } : model;
}

const EMPTY: Readonly<Partial<Record<Model['kind'], unknown>>> = {
  text: '',
  moment: '',
  lines: [],
  choices: [],
  list: [],
};

function convert(part: Part): Model {
  const [first, ...rest] = part.pipe ?? [];
  const model = first ? rest.reduce(step, convert(first)) : bare(part);
  const empty = EMPTY[model.kind];
  const canBeEmpty = empty === undefined ? false : v.is(part as unknown as v.GenericSchema, empty);
  return { ...model, canBeEmpty };
}

/** A field that is left out is shown with this value; undefined: as a field without a value. */
export const absentValue = ({ canBeNull, canLeave, initial }: Model): unknown =>
  canLeave && canBeNull ? (initial ?? null) : initial;

/** There is a state besides all values: left out, or null. */
export const hasNone = ({ canBeNull, canLeave, initial }: Model): boolean =>
  canBeNull || (canLeave && initial === undefined);

export const isLong = ({ look, most = 0 }: Model): boolean =>
  look.as === 'paragraph' || (look.as !== 'address' && most >= PARAGRAPH_CHARS);

export function modelOf(schema: Schema): Model {
  return convert(schema as unknown as Part);
}
