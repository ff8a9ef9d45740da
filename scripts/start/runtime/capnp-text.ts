/** A configuration of workerd as Cap'n Proto text. Pure. */

/** Enumerations of workerd.capnp that Miniflare writes as numbers. */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = { style: ['host', 'proxy'] };

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Characters below the space, and DEL. */
const isControl = (one: string): boolean => one < ' ' || one === '\x7f';

function literal(text: string): string {
  const pieces = Array.from(text, (one) => {
    const short = SHORT[one];
    if (short !== undefined) return short;
    return isControl(one) ? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}` : one;
  });
  return `"${pieces.join('')}"`;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return ENUMERATIONS[name]?.[value] ?? String(value);
  if (Array.isArray(value)) return `[${value.map((one) => textOf(name, one)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name}: ${String(value)} cannot be written`);
  if ('embed' in value) return `embed ${literal(String(value.embed))}`;
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([field, one]) => `${field} = ${textOf(field, one)}`);
  return `(${fields.join(', ')})`;
}

/** @throws TypeError for a value that the format does not have */
export function capnpText(config: object): string {
  return `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${textOf('config', config)};\n`;
}
