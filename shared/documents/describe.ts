/**
 * The documentation of a document, made from its schema: every field with type, bounds, meaning and initial value.
 * For the operators' page and the command line. No I/O.
 */

import type { DocumentKind } from '#shared/document-kind.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { type JsonSchema, toJsonSchema } from '#shared/openapi/json-schema.ts';
import { DOCUMENTS, type DocumentName } from './registry.ts';

export interface DocumentedField {
  /** `banners[].id`. */
  readonly path: string;
  readonly type: string;
  /** `at most 40 characters`; '' for none. */
  readonly bounds: string;
  readonly says: string;
  /** JSON of the initial value; '' inside lists. */
  readonly initial: string;
}

export interface DocumentDescription {
  readonly name: DocumentName;
  readonly title: string;
  readonly format: 'json' | 'rules';
  /** Form of a text, in one line. */
  readonly form: string;
  /** Lines of a document that has a language of its own. */
  readonly example: readonly string[];
  /** Empty where the document has a language of its own. */
  readonly fields: readonly DocumentedField[];
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.additionalProperties) return `names and ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? 'anything'].flat().join(' or ');
}

const between = (least: number | undefined, most: number | undefined, unit: string): string => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? '' : `at most ${most}${unit}`;
};

function boundsOf(schema: JsonSchema): string {
  const value = schema.additionalProperties ?? schema;
  return [
    between(value.minimum, value.maximum, ''),
    between(value.minLength, value.maxLength, ' characters'),
    between(value.minItems, value.maxItems, ' entries'),
    value.pattern === undefined ? '' : `like ${value.pattern}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** One line for the texts of all languages. */
function inEveryLanguage({ properties = {}, required = [] }: JsonSchema): Pick<DocumentedField, 'type' | 'bounds'> {
  const isForAll = LOCALES.every((tag) => required.includes(tag));
  return {
    type: isForAll ? `text in each of ${LOCALES.join(', ')}` : `texts by language: ${LOCALES.join(', ')}`,
    bounds: boundsOf(properties[DEFAULT_LOCALE] ?? {}),
  };
}

function fieldsOf(schema: JsonSchema, initial: unknown, prefix: string): DocumentedField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    const value = (initial as Readonly<Record<string, unknown>> | undefined)?.[key] ?? field.default;
    const own: DocumentedField = {
      path,
      type: `${typeOf(field)}${schema.required?.includes(key) ? '' : ', may be left out'}`,
      bounds: boundsOf(field),
      says: field.description ?? '',
      initial: value === undefined ? '' : JSON.stringify(value),
    };
    if (LOCALES.every((tag) => field.properties?.[tag])) return [{ ...own, ...inEveryLanguage(field) }];
    const inside = field.items ?? field.additionalProperties;
    if (inside) return [own, ...fieldsOf(inside, undefined, `${path}${field.items ? '[]' : '.*'}.`)];
    return [own, ...fieldsOf(field, value, `${path}.`)];
  });
}

const VARIANTS_FORM =
  '{ "default": { … }, "variants": [ { "when": { "languages": [ … ], "clients": [ … ], "share": 0.1 }, "values": { … } } ] }';

function formOf({ format, initial }: Pick<DocumentKind<unknown>, 'format' | 'initial'>): string {
  if (format === 'rules') return 'One rule a line; # begins a remark.';
  return initial.includes('"variants"') ? VARIANTS_FORM : 'An object of JSON with the fields of this document.';
}

export function describeDocument(name: DocumentName): DocumentDescription {
  const kind: DocumentKind<unknown> = DOCUMENTS[name];
  const { title, format, initial, schema, example = [] } = kind;
  const description = { name, title, format, form: formOf(kind), example };
  if (schema === undefined) return { ...description, fields: [] };
  const first = JSON.parse(initial) as { readonly default?: unknown };
  return { ...description, fields: fieldsOf(toJsonSchema(schema, 'text'), first.default ?? first, '') };
}
