/**
 * A row of the contract of programs: one method at one place. Its rows are no endpoints of the API: their bodies are those of their protocols,
 * their callers are programs, and OpenAPI leaves them out by name (`shared/openapi/document.ts`).
 */
import type { DavMethod } from './paths.ts';

export type ProgramMethod = DavMethod | 'OPTIONS' | 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `program`: an app password. `anyone`: no password is asked for. `visitor`: the passcode of a link, where it has one. */
export type ProgramCallers = 'anyone' | 'program' | 'visitor';

export interface ProgramRow {
  readonly method: ProgramMethod;
  /** `*`: any path below. A name in braces: one segment. */
  readonly path: string;
  readonly callers: ProgramCallers;
  /** Refused to a password that may only read. */
  readonly changes: boolean;
  readonly body: 'none' | 'xml' | 'bytes' | 'form';
  /** Statuses of success. */
  readonly success: readonly number[];
  /** Statuses of refusals besides 400, 401, 403, 429 and those of a failing server. */
  readonly refusals: readonly number[];
  readonly summary: string;
}

type Rest = Pick<ProgramRow, 'success' | 'summary'> & Partial<Pick<ProgramRow, 'body' | 'callers' | 'refusals'>>;

export function programRow<M extends ProgramMethod>(
  method: M,
  path: string,
  changes: boolean,
  rest: Rest,
): ProgramRow & { readonly method: M } {
  return { method, path, callers: 'program', changes, body: 'none', refusals: [], ...rest };
}

/** Methods of a contract, as the header `Allow` lists them. */
export function methodsOf(contract: Readonly<Record<string, ProgramRow>>): string {
  return [...new Set(Object.values(contract).map(({ method }) => method))].join(', ');
}
