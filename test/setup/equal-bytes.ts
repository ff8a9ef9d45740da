/** `toEqual` compares bytes as bytes. Element by element, as any list, a megabyte takes it over a second. */
import { expect } from 'vitest';

/** @returns undefined for anything but two arrays of bytes: those are compared as ever */
function areEqualBytes(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array && other instanceof Uint8Array)) return undefined;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

expect.addEqualityTesters([areEqualBytes]);
