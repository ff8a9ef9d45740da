/** Whether visits are closed, as the last check in this document found. Signals only; filled by access.actions.ts. */
import { type Signal, signal } from '@preact/signals-react';

/** What a domain said when it closed the visit. */
export interface AccessBlock {
  readonly reason: 'region' | 'address';
  /** ISO 3166-1 alpha-2; '' when not told. */
  readonly country: string;
}

export interface AccessState {
  /** Null while a visit is allowed, or nothing is known. */
  readonly block: Signal<AccessBlock | null>;
}

export function makeAccessState(): AccessState {
  return { block: signal<AccessBlock | null>(null) };
}
