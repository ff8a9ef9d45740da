/** Values that a valibot schema accepts by type, filled with hostile content: they pass validation and reach the handler. */
import fc from 'fast-check';
import { jsonValue, nastyText } from './grammar.ts';

/** The fields of a schema that are read here; the library's own types are wider. */
interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly key?: SchemaNode;
  readonly value?: SchemaNode;
  readonly pipe?: readonly SchemaNode[];
}

function byType(node: SchemaNode, ids: readonly string[]): fc.Arbitrary<unknown> {
  const text = ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), nastyText) : nastyText;
  switch (node.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object': {
      const entries = Object.entries(node.entries ?? {}).map(([name, value]) => [name, valuesOf(value, ids)] as const);
      return fc.record(Object.fromEntries(entries));
    }
    case 'array':
      return fc.array(node.item ? valuesOf(node.item, ids) : jsonValue, { maxLength: 6 });
    case 'record':
      return fc.dictionary(nastyText, node.value ? valuesOf(node.value, ids) : jsonValue, { maxKeys: 4 });
    case 'optional':
    case 'nullish':
    case 'nullable':
    case 'exact_optional':
      return node.wrapped ? fc.oneof(valuesOf(node.wrapped, ids), fc.constant(null)) : fc.constant(null);
    case 'picklist':
      return fc.constantFrom(...(node.options ?? ['']));
    case 'union':
    case 'variant':
      return fc.oneof(...(node.options as readonly SchemaNode[]).map((option) => valuesOf(option, ids)));
    case 'literal':
      return fc.constant(node.literal);
    case 'number':
      return fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, 1, -1, 2 ** 31, 2 ** 53));
    case 'boolean':
      return fc.boolean();
    case 'string':
      return text;
    default:
      return jsonValue;
  }
}

/** @param ids  ids of things that exist, so that some texts lead to something */
export function valuesOf(schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  const node = schema as SchemaNode;
  const [first] = node.pipe ?? [];
  return first && first.type !== node.type ? byType(first, ids) : byType(node, ids);
}
