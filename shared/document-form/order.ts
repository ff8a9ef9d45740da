/** Order of fields. No I/O. */
import { isObject, ownValue } from './path.ts';

/** The same value, its fields in the order of another one as far as that has them. */
export function inOrderOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(value)) {
    const others: readonly unknown[] = Array.isArray(like) ? like : [];
    return value.map((each, index) => inOrderOf(each, others[index]));
  }
  if (!isObject(value) || !isObject(like)) return value;
  const first = Object.keys(like).filter((key) => Object.hasOwn(value, key));
  const rest = Object.keys(value).filter((key) => !Object.hasOwn(like, key));
  return Object.fromEntries([...first, ...rest].map((key) => [key, inOrderOf(value[key], ownValue(like, key))]));
}
