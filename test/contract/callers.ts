/** Kinds of callers, and what a row of the authorisation matrix is made of. Rows are in cases/, beside the cases of their endpoint. */
import type { ErrorName } from '#shared/errors.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import type { Ask } from './send.ts';
import { beginUpload, freshName, makeFile, makeFolder, makeLink, type Person, type World } from './world.ts';

/** Kind of caller -> owner of the requested data. matrix.worker.test.ts has the bearers. */
export const CALLERS = {
  visitor: 'alice',
  free: 'alice',
  premium: 'carla',
  other: 'alice',
  /** With whom the owner has shared the things of the request, for changes inside them. */
  guest: 'alice',
  operator: 'alice',
  frozen: 'alice',
  ended: 'alice',
  forged: 'alice',
  /** An app password of the owner in place of a bearer. */
  program: 'alice',
} as const satisfies Readonly<Record<string, keyof World>>;

/** Operators with one of the narrower roles; `operator` has every right. Only endpoints of operators have their cells. */
export const ROLE_CALLERS = ['help_desk', 'moderation', 'money'] as const satisfies readonly OperatorRole[];
export type RoleCaller = (typeof ROLE_CALLERS)[number];

export type CallerKind = keyof typeof CALLERS | RoleCaller;

/** `own`: a success that speaks of the caller's things and holds nothing of the owner's. */
export type Expected = 'ok' | 'own' | ErrorName;

export type Asking = (owner: Person, caller: CallerKind) => Ask | Promise<Ask>;

export interface MatrixRow {
  readonly ask: Asking;
  readonly cells: Readonly<Record<keyof typeof CALLERS, Expected> & Partial<Record<RoleCaller, Expected>>>;
  /** A secret in the request is the authority: its holder changes things of the owner. */
  readonly isForHolder?: boolean;
}

/** A row for every endpoint of one contract, by its key. */
export type MatrixRows<Contract> = { readonly [Key in keyof Contract]: MatrixRow };

/** Part of the names of the owner's data, so that a leak is visible. */
export const OWNERS_MARK = 'of the owner';

export const ownedName = () => freshName(OWNERS_MARK);
export const ownedFolder = (owner: Person, parentId = '') => makeFolder(owner, parentId, ownedName());
export const ownedFile = (owner: Person) => makeFile(owner, 'hello', ownedName());
export const ownedLink = async (owner: Person) => makeLink(owner, { fileIds: [await ownedFile(owner)] });
export const ownedUpload = async (owner: Person) => (await beginUpload(owner, 5, ownedName())).session.upload_id;

/** The bearer decides; `other` is the answer to a stranger, `self` to the owner, `guest` to a guest of what is asked about. */
export function forPerson(ask: Asking, other: Expected, self: Expected = 'ok', guest: Expected = other): MatrixRow {
  const none = 'unauthenticated';
  return {
    ask,
    cells: {
      visitor: none,
      free: self,
      premium: self,
      other,
      guest,
      operator: other,
      frozen: none,
      ended: none,
      forged: none,
      program: none,
    },
  };
}

/** The bearer changes nothing. */
export function forAnyone(ask: Asking, all: Expected = 'ok'): MatrixRow {
  return {
    ask,
    cells: {
      visitor: all,
      free: all,
      premium: all,
      other: all,
      guest: all,
      operator: all,
      frozen: all,
      ended: all,
      forged: all,
      program: all,
    },
  };
}

/**
 * Only for operators.
 * @param roles  the narrower ones that may call it too: written down here a second time, so that a right given by mistake is seen
 */
export function forOperators(ask: Asking, roles: readonly RoleCaller[], operator: Expected = 'ok'): MatrixRow {
  const row = forPerson(ask, 'permission_denied', 'permission_denied');
  const cells = ROLE_CALLERS.map((role) => [role, roles.includes(role) ? operator : 'permission_denied']);
  return { ask, cells: { ...row.cells, operator, ...Object.fromEntries(cells) } };
}

/** Ids of a folder in a folder, with more members of the body. */
export const ownedBatch =
  (more: object = {}): Asking =>
  async (owner) => ({ body: { ids: [await ownedFolder(owner, await ownedFolder(owner))], ...more } });
