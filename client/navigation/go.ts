/**
 * The only way in which scripts follow an address from outside: a query, an answer, a mark in the page. Other sites are refused
 * unless they are listed; addresses that are no page are always refused. The server applies redirect rules, because the address
 * is loaded as a document.
 * @source spec section 2.1
 */
import { decideTarget } from '#shared/navigation/decide-target.ts';

export interface Departure {
  /** Origin of the current page. */
  readonly origin: string;
  /** Other origins that may be followed. */
  readonly externalOrigins?: ReadonlySet<string>;
  /** Loads a document. */
  load(address: string): void;
}

/** @returns false when the address is refused and nothing happens */
export function goTo(address: string, { origin, externalOrigins = new Set(), load }: Departure): boolean {
  const judged = decideTarget(address, { appOrigin: origin, externalOrigins });
  if (judged.kind === 'refused') {
    console.error(`an address was not followed: ${judged.why}`);
    return false;
  }
  load(judged.target);
  return true;
}
