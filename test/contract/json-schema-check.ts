/**
 * Finds violations of a JSON Schema: the keywords that our document uses. Independent of valibot on purpose: it reads
 * the document as an outside program would. Unknown fields are reported, because the document names every field of an answer.
 */

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function resolve(document: Json, ref: string): Json {
  let at: unknown = document;
  for (const step of ref.replace(/^#\//, '').split('/')) at = isObject(at) ? at[step] : undefined;
  if (!isObject(at)) throw new Error(`the document has no ${ref}`);
  return at;
}

/** @returns one sentence for each problem; empty when the value fits */
export function schemaProblems(document: object, schema: object, value: unknown, path = '$'): string[] {
  const root = document as Json;
  const { $ref, type, properties, required, additionalProperties, items, anyOf, ...rest } = schema as Json;
  const problems: string[] = [];
  const known = ['const', 'enum', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'];
  const strange = Object.keys(rest).filter((key) => key !== 'description' && !known.includes(key));
  if (strange.length > 0) throw new Error(`the check knows no ${strange.join(', ')}`);

  if (typeof $ref === 'string') problems.push(...schemaProblems(root, resolve(root, $ref), value, path));
  if (Array.isArray(anyOf) && !anyOf.some((each: Json) => schemaProblems(root, each, value, path).length === 0))
    problems.push(`${path} fits none of ${anyOf.length} choices`);
  if (type !== undefined) {
    const types = [type].flat();
    const own = typeOf(value);
    if (!types.includes(own) && !(own === 'integer' && types.includes('number')))
      return [...problems, `${path} is ${own}, not ${types.join(' or ')}`];
  }
  if ('const' in rest && rest['const'] !== value) problems.push(`${path} is not ${String(rest['const'])}`);
  if (Array.isArray(rest['enum']) && !rest['enum'].includes(value)) problems.push(`${path} is ${String(value)}`);
  if (typeof value === 'string' && typeof rest['pattern'] === 'string' && !new RegExp(rest['pattern'], 'u').test(value))
    problems.push(`${path} does not match`);
  problems.push(...sizeProblems(rest, value, path));

  if (Array.isArray(value) && isObject(items))
    value.forEach((each, index) => {
      problems.push(...schemaProblems(root, items, each, `${path}[${index}]`));
    });
  if (isObject(value)) {
    for (const name of (required ?? []) as string[])
      if (!Object.hasOwn(value, name)) problems.push(`${path}.${name} lacks`);
    // A reference beside other keywords only narrows its target: the reference reports unknown fields.
    for (const [name, each] of Object.entries(value)) {
      const own = isObject(properties) ? properties[name] : undefined;
      if (isObject(own)) problems.push(...schemaProblems(root, own, each, `${path}.${name}`));
      else if (isObject(additionalProperties))
        problems.push(...schemaProblems(root, additionalProperties, each, `${path}.${name}`));
      else if (isObject(properties) && $ref === undefined) problems.push(`${path}.${name} is not in the document`);
    }
  }
  return problems;
}

function sizeProblems(rules: Json, value: unknown, path: string): string[] {
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : value;
  if (typeof size !== 'number') return [];
  const low = rules['minLength'] ?? rules['minItems'] ?? rules['minimum'];
  const high = rules['maxLength'] ?? rules['maxItems'] ?? rules['maximum'];
  return [
    ...(typeof low === 'number' && size < low ? [`${path} is below ${low}`] : []),
    ...(typeof high === 'number' && size > high ? [`${path} is above ${high}`] : []),
  ];
}
