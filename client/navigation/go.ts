/**
 * The one way in which scripts lead somebody to an address that came from elsewhere: a query, an answer, a mark in the page.
 * Other sites are refused unless they are named, everything that is no address of a page always; redirect rules are asked by
 * the server, because the address is loaded as a document.
 * @source spec section 2.1
 */
import { judgeTarget } from '#shared/navigation/judge.ts';

export interface Going {
  /** Of the page that is left. */
  readonly origin: string;
  /** Origins of others that may be gone to from here. */
  readonly externalOrigins?: ReadonlySet<string>;
  /** Loads a document. */
  load(address: string): void;
}

/** @returns false when the address is refused: nothing has happened then */
export function goTo(address: string, { origin, externalOrigins = new Set(), load }: Going): boolean {
  const judged = judgeTarget(address, { appOrigin: origin, externalOrigins });
  if (judged.kind === 'refused') {
    console.error(`an address was not followed: ${judged.why}`);
    return false;
  }
  load(judged.target);
  return true;
}
