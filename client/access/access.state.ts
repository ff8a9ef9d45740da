/** Result of the last region check in this document. Signals only; written by access.actions.ts. */
import { type Signal, signal } from '@preact/signals-react';

/** The answer of a domain that closed the visit. */
export interface AccessBlock {
  readonly reason: 'region' | 'address';
  /** ISO 3166-1 alpha-2; '' when unknown. */
  readonly country: string;
}

export interface AccessState {
  /** Null while the visit is open or unchecked. */
  readonly block: Signal<AccessBlock | null>;
}

export function makeAccessState(): AccessState {
  return { block: signal<AccessBlock | null>(null) };
}
