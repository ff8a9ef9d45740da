/** Places in a document, as names of a form's fields have them: `/default/banners/0/title`. */

export type Path = readonly (string | number)[];

export const nameOfPath = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export function pathOfName(name: string): string[] {
  return name
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Place of a field in the names of the form, and in the document: a row of a record has a number and a name. */
export interface Place {
  readonly at: string;
  readonly real: string;
}

export const ROOT_PLACE: Place = { at: '', real: '' };

export const under = ({ at, real }: Place, step: string | number, realStep = step): Place => ({
  at: at + nameOfPath([step]),
  real: real + nameOfPath([realStep]),
});

type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own fields only: a field may be called `constructor`. */
export const ownValue = (value: Json, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** Whether two values are the same JSON, whatever the order of their fields. A field without a value is none. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => sameJson(each, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameJson(ownValue(one, key), ownValue(other, key)));
}
