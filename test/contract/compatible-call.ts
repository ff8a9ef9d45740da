/**
 * A call as a compatible client program sends it: literal paths, parameters and bodies, with what each reads of the
 * answer. The letters name independent clients (wire-contract.md). A call that is not offered answers `unimplemented`.
 */

/** Ids of things that a call is about, made before it is sent. */
export interface Things {
  readonly fileId: string;
  readonly folderId: string;
  /** In the folder. */
  readonly innerId: string;
  readonly trashedId: string;
  readonly shareId: string;
  readonly lockedShareId: string;
  readonly passCode: string;
  readonly taskId: string;
  readonly gcid: string;
}

export interface FamilyCall {
  readonly clients: string;
  readonly method: string;
  readonly path: (things: Things) => string;
  /** JSON; text is sent as it is, as a form. */
  readonly body?: (things: Things) => unknown;
  /** `owner`: alice. `other`: bob. `visitor`: no bearer. */
  readonly by: 'owner' | 'other' | 'visitor';
  /** Status and error name of a refusal; absent: 200. */
  readonly refusal?: readonly [number, string];
  /** Members that the client reads; a dot goes into an object, `0` into a list. */
  readonly reads?: readonly string[];
}

type Path = string | ((things: Things) => string);
type Body = FamilyCall['body'];

const at = (path: Path) => (typeof path === 'string' ? () => path : path);

export function call(clients: string, method: string, path: Path, reads: readonly string[], body?: Body): FamilyCall {
  return { clients, method, path: at(path), by: 'owner', reads, ...(body ? { body } : {}) };
}

export const as = (by: FamilyCall['by'], made: FamilyCall): FamilyCall => ({ ...made, by });

export function refused(
  clients: string,
  method: string,
  path: Path,
  refusal: FamilyCall['refusal'],
  body?: Body,
): FamilyCall {
  const base = { clients, method, path: at(path), by: 'owner', ...(body ? { body } : {}) } as const;
  return refusal ? { ...base, refusal } : base;
}

export const unoffered = (clients: string, method: string, path: string, body?: Body) =>
  refused(clients, method, path, [501, 'unimplemented'], body);
