/**
 * Schemas of the contracts as JSON Schema 2020-12: the parts of valibot that the contracts use, no more.
 * An unknown part is an error, so that the document never says less than the server checks. No I/O.
 */
import { jsonObject, optionalText, queryTexts, type Schema, wireCount, wireFlag } from '#shared/contract.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  /** On the side of `text` only. */
  readonly default?: unknown;
}

/** `answer`: what leaves the server. `body` and `query`: what it accepts. `text`: what operators write into a document. */
export type Side = 'answer' | 'body' | 'query' | 'text';

/** The fields of valibot's objects that this module reads. */
interface Part {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly wrapped?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly value?: Part;
  readonly options?: readonly (Part | string)[];
  readonly literal?: unknown;
  readonly requirement?: number | string | RegExp;
  readonly description?: string;
  readonly default?: unknown;
}

/** Lenient inputs are described by what they mean; their pipes would describe how they are read. */
const LENIENT: ReadonlyMap<unknown, Readonly<Record<'body' | 'query', JsonSchema>>> = new Map<
  unknown,
  Readonly<Record<'body' | 'query', JsonSchema>>
>([
  [optionalText, { body: { type: ['string', 'null'] }, query: { type: 'string' } }],
  [
    wireCount,
    {
      body: { type: ['integer', 'string', 'null'], minimum: 0, description: 'A whole number, also as text' },
      query: { type: 'integer', minimum: 0 },
    },
  ],
  [wireFlag, { body: { type: ['boolean', 'string', 'null'] }, query: { type: 'boolean' } }],
  [
    queryTexts,
    {
      body: { type: 'array', items: { type: 'string' } },
      query: { type: 'array', items: { type: 'string' }, description: 'Joined by commas, or repeated' },
    },
  ],
  [
    jsonObject,
    {
      body: { type: ['string', 'null'], description: 'A JSON object as text' },
      query: { type: 'string', description: 'A JSON object as text' },
    },
  ],
]);

function checkOf(part: Part, base: JsonSchema): JsonSchema {
  const { requirement } = part;
  if (requirement instanceof RegExp) {
    // A pattern of a JSON Schema is read as Unicode anyway.
    if (requirement.flags.replace('u', '') !== '')
      throw new Error(`the document knows no flags of a pattern "${requirement.flags}"`);
    return { pattern: requirement.source };
  }
  const isList = [base.type].flat().includes('array');
  if (typeof requirement === 'string') {
    if (part.type === 'starts_with') return { pattern: `^${requirement.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}` };
    throw new Error(`the document knows no check "${part.type}"`);
  }
  switch (part.type) {
    case 'min_length':
      return isList ? { minItems: requirement } : { minLength: requirement };
    case 'max_length':
      return isList ? { maxItems: requirement } : { maxLength: requirement };
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'integer':
    case 'safe_integer':
      return { type: 'integer' };
    default:
      throw new Error(`the document knows no check "${part.type}"`);
  }
}

/** The union of two types where both are plain, else a choice. */
function eitherOf(options: readonly JsonSchema[]): JsonSchema {
  const plain = options.every(({ type, ...rest }) => type !== undefined && Object.keys(rest).length === 0);
  if (!plain) return { anyOf: options };
  const types = [...new Set(options.flatMap(({ type }) => type ?? []))];
  return { type: types.length === 1 ? types[0] : types };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined || schema.anyOf || schema.enum || schema.type === undefined)
    return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...new Set([schema.type, 'null'].flat())] };
}

/** @param names  schemas that have a name of their own in the document */
export function toJsonSchema(schema: Schema, side: Side, names: ReadonlyMap<unknown, string> = new Map()): JsonSchema {
  const isLoose = side === 'answer' || side === 'text';

  function object(entries: Readonly<Record<string, Part>>): JsonSchema {
    const properties = Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, convert(entry)]));
    const required = Object.keys(entries).filter(
      (key) => !['optional', 'exact_optional', 'nullish'].includes(entries[key]?.type ?? ''),
    );
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  }

  function bare(part: Part): JsonSchema {
    switch (part.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return { type: part.type };
      case 'unknown':
        return {};
      case 'literal':
        return { const: part.literal };
      case 'picklist':
        return { type: 'string', enum: part.options ?? [] };
      case 'union':
      case 'variant':
        return eitherOf((part.options ?? []).map((option) => convert(option as Part)));
      case 'object':
      case 'strict_object':
        return object(part.entries ?? {});
      case 'record':
        return { type: 'object', additionalProperties: part.value ? convert(part.value) : {} };
      case 'array':
        return { type: 'array', items: part.item ? convert(part.item) : {} };
      case 'optional':
      case 'exact_optional': {
        const wrapped = part.wrapped ? convert(part.wrapped) : {};
        return side === 'text' && part.default !== undefined ? { ...wrapped, default: part.default } : wrapped;
      }
      case 'nullable':
        return part.wrapped ? orNull(convert(part.wrapped)) : {};
      case 'nullish':
        // An address can carry nothing but text: absent is all that null can be there.
        if (!part.wrapped) return {};
        return side === 'query' ? convert(part.wrapped) : orNull(convert(part.wrapped));
      default:
        throw new Error(`the document knows no schema "${part.type}"`);
    }
  }

  function piped(steps: readonly Part[]): JsonSchema {
    const [first, ...rest] = steps;
    let result: JsonSchema = first ? convert(first) : {};
    for (const step of rest) {
      // In answers, a check of our own only narrows the values, so clients need not handle it; its message is for operators.
      if (isLoose && (step.type === 'check' || step.type === 'raw_check' || step.type === 'trim')) continue;
      // The text of operators is parsed into another type; the document describes the text.
      if (side === 'text' && step.kind === 'transformation') continue;
      if (step.kind === 'transformation') {
        // Steps up to here describe the input, steps from here on the answer.
        if (side !== 'answer') return result;
        result = {};
      } else if (step.kind === 'schema') result = convert(step);
      else if (step.kind === 'validation') result = { ...result, ...checkOf(step, result) };
      else if (step.type === 'description' && step.description) result = { ...result, description: step.description };
    }
    return result;
  }

  function convert(part: Part): JsonSchema {
    const name = names.get(part);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    const lenient = side === 'answer' || side === 'text' ? undefined : LENIENT.get(part)?.[side];
    if (lenient) return lenient;
    return part.pipe ? piped(part.pipe) : bare(part);
  }

  return convert(schema as unknown as Part);
}
