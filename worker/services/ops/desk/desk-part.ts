/** A part of the objects of operators, and how an operation calls one. */
import type { AnyPart, CallsOf, PartWithCalls } from '#worker/platform/parts/object-parts.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';

export type DeskPart = AnyPart;

/** DeskObject by name (keys.ts). */
export interface DeskObjects {
  readonly inbox: ObjectsByName;
}

/** One of the objects with the calls of one part: `deskOf<typeof eventsPart>(deps, EVENTS_NAME)`. */
export function deskOf<P extends PartWithCalls>({ inbox }: DeskObjects, name: string): CallsOf<P> {
  return inbox.getByName(name) as CallsOf<P>;
}
