/**
 * The whole application while an installation is closed for its recovery or its backup: calls of the machine that deployed it, with its
 * secret, and a page of status 503 for everything else. docs/backup-cloudflare.md says how it goes on.
 */
import * as v from 'valibot';
import { isAppError, type Result, unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { makeRouter } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import type { Armed, RecoveryTarget } from '#worker/platform/storage/recovery.ts';
import type { StoredObject } from '#worker/platform/stored-object.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { addCopying, addPutting, type BackupDeps, type BackupEnv } from './backup.ts';
import { internalOnly } from './internal.ts';
import { stubOf } from './recovery-objects.ts';
import { plainPage } from './refusal.ts';

/** Objects of one call; each is two calls of the Worker. */
const OBJECTS = 100;
/** A part of a restored object is the longest. */
const BODY_BYTES = 16 * MIB;
const RETRY_SECONDS = '600';

const binding = v.pipe(v.string(), v.regex(/^[A-Z_]{1,40}$/));
const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const objects = v.pipe(v.array(id), v.maxLength(OBJECTS));

const schemas = {
  ready: v.object({}),
  'go-back': v.object({ binding, objects, at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  undo: v.object({
    binding,
    objects: v.pipe(
      v.array(v.object({ id, bookmark: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })),
      v.maxLength(OBJECTS),
    ),
  }),
  restart: v.object({ binding, objects }),
  'end-sessions': v.object({ objects }),
  acts: v.object({ before: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
} as const;

/** Acts of one page. */
const ACTS = 200;
const ACCOUNTS = 'ACCOUNT';

type Stub = Pick<StoredObject, 'goBack' | 'startAgain' | 'wakeSoon'>;
interface AccountStub {
  endRecoveredSessions(): Promise<Result<null>>;
}

async function arm(stub: Stub, to: RecoveryTarget): Promise<Armed> {
  try {
    return await stub.goBack(to);
  } catch (error) {
    return { undo: '', refused: error instanceof Error ? error.message : String(error) };
  }
}

async function endSessions(stub: AccountStub): Promise<string> {
  try {
    unwrap(await stub.endRecoveredSessions());
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function makeVerbs(env: object, documents: Pick<ConfigService, 'log'>): Verbs<typeof schemas> {
  const armAll = async (name: string, all: readonly { readonly objectId: string; readonly to: RecoveryTarget }[]) => {
    const stubs = all.map(({ objectId }) => stubOf<Stub>(env, name, objectId));
    const armed = await Promise.all(all.map(({ to }, at) => arm(stubs[at] as Stub, to)));
    return { objects: all.map(({ objectId }, at) => ({ id: objectId, ...armed[at] })) };
  };
  return {
    ready: async () => ({}),
    'go-back': ({ binding: name, objects: ids, at }) =>
      armAll(
        name,
        ids.map((objectId) => ({ objectId, to: { atMs: at } })),
      ),
    undo: ({ binding: name, objects: all }) =>
      armAll(
        name,
        all.map(({ id: objectId, bookmark }) => ({ objectId, to: { bookmark } })),
      ),
    async restart({ binding: name, objects: ids }) {
      await Promise.all(
        ids.map(async (objectId) => {
          // It ends with the call.
          await stubOf<Stub>(env, name, objectId)
            .startAgain()
            .catch(() => undefined);
          await stubOf<Stub>(env, name, objectId).wakeSoon();
        }),
      );
      return { restarted: ids.length };
    },
    async 'end-sessions'({ objects: ids }) {
      const stubs = ids.map((objectId) => stubOf<AccountStub>(env, ACCOUNTS, objectId));
      const refused = await Promise.all(stubs.map(endSessions));
      return { objects: ids.map((objectId, at) => ({ id: objectId, refused: refused[at] })) };
    },
    acts: async ({ before }) => ({ acts: await documents.log({ name: '', before, limit: ACTS }) }),
  };
}

export interface RecoveryDeps extends BackupDeps {
  readonly documents: Pick<ConfigService, 'log' | 'recordAct'>;
}

export function makeRecoveryApp(env: BackupEnv & { readonly INTERNAL_TOKEN: string }, deps: RecoveryDeps) {
  const router = makeRouter();
  router.use('/_internal/*', internalOnly(env.INTERNAL_TOKEN), (c, next) => {
    c.set('bodyBytes', BODY_BYTES);
    return next();
  });
  bindVerbs(router, 'recovery', schemas, makeVerbs(env, deps.documents));
  addCopying(router, env, deps);
  addPutting(router, env, deps);
  router.all('*', (c) =>
    plainPage(c.req.method, {
      status: 503,
      title: 'Closed for a while',
      text: 'This server is being looked after. Please come again later.',
      headers: { 'retry-after': RETRY_SECONDS },
    }),
  );
  router.onError((error, c) => {
    if (isAppError(error) && error.errorName === 'not_found') return c.json({ error: 'not_found' }, 404);
    if (isAppError(error)) return c.json({ error: error.errorName, error_description: error.message }, 400);
    logError('recovery.failed', error);
    return c.json({ error: 'internal', error_description: error.message }, 500);
  });
  return router;
}
