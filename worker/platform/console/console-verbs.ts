/** Calls of the command line: POST `/_internal/{module}/{verb}` with a JSON body. edge/internal.ts has authorised the caller. */
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { commandRight, hasRight } from '#shared/operator-rights.ts';
import { readLimited } from '../body/read.ts';
import { type AppEnv, type ConsoleActor, parseBody } from '../http.ts';

type Schemas = Readonly<Record<string, v.GenericSchema>>;

export type Verbs<S extends Schemas> = {
  /** @param by  for the log of acts */
  readonly [V in keyof S]: (body: v.InferOutput<S[V]>, by: ConsoleActor) => Promise<object>;
};

/** Who acts: set by edge/internal.ts for every call that it lets pass. */
export function consoleActor(c: Context<AppEnv>): ConsoleActor {
  const actor = c.get('consoleActor');
  if (!actor) throw new Error('a call of the command line without an actor');
  return actor;
}

/**
 * @param body  of the call; undefined before it was read: a document that it names is then not checked
 * @throws AppError not_found for a command that no role may give from elsewhere; permission_denied for another role's
 */
export function requireCommand({ role, via }: ConsoleActor, command: string, body: unknown): void {
  const right = commandRight(command, body);
  // The machine itself may do everything.
  if (via === 'console') return;
  if (right === undefined || right === 'machine') throw new AppError('not_found');
  if (!hasRight(role, right)) throw new AppError('permission_denied', { reason: 'other_role' });
}

/** The JSON body of a call. @throws AppError invalid_argument with the field that does not fit */
export async function readConsoleBody<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: S,
): Promise<v.InferOutput<S>> {
  const body = v.safeParse(schema, parseBody(await readLimited(c.req.raw, c.get('bodyBytes'))));
  if (body.success) return body.output;
  const [issue] = body.issues;
  const field = v.getDotPath(issue) ?? '';
  throw new AppError('invalid_argument', { field, reason: issue.type, message: `${field}: ${issue.message}` });
}

/**
 * @param statusOf  of an answer that is no ordinary error; 200 when left out
 * A body that does not fit its schema is `invalid_argument` with the field.
 */
export function bindVerbs<S extends Schemas>(
  router: Hono<AppEnv>,
  module: string,
  schemas: S,
  verbs: Verbs<S>,
  statusOf: (answer: object) => 200 | 400 = () => 200,
): void {
  for (const [verb, schema] of Object.entries(schemas)) {
    const command = `${module}/${verb}`;
    if (commandRight(command, {}) === undefined) throw new Error(`${command} has no right in operator-rights.ts`);
    router.post(`/_internal/${command}`, async (c) => {
      const body = (await readConsoleBody(c, schema)) as v.InferOutput<S[keyof S]>;
      requireCommand(consoleActor(c), command, body);
      const answer = await verbs[verb as keyof S](body, consoleActor(c));
      return c.json(answer, statusOf(answer));
    });
  }
}
