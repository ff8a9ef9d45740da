/**
 * Calls of the command line about memberships, `/_internal/member/*`. edge/internal.ts has authorised the caller. Every act is in the
 * operators' log before it takes effect.
 */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { membershipAt } from '#shared/membership/fold.ts';
import { REGIONS } from '#shared/membership/ledger.ts';
import { findProduct, itemOf } from '#shared/membership/offer.ts';
import { spansOf } from '#shared/membership/timeline.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, type ConsoleActor, makeRouter } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { createBatch, listBatches, revokeBatch } from './code/batches.ts';
import type { CodeDeps } from './code/deps.ts';
import { catalogue } from './entitlement/catalogue.ts';
import { timelineOf } from './entitlement/entitlement.ts';
import { grant, ledgerOf, reverse } from './ledger/grants.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const reason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const region = v.optional(v.picklist(REGIONS), 'global');

const schemas = {
  ledger: v.object({ person: text }),
  grant: v.object({ person: text, product: text, region, reason }),
  reverse: v.object({ person: text, entry: text, reason }),
  codes: v.object({}),
  'create-codes': v.object({
    product: text,
    region,
    count: v.pipe(v.number(), v.safeInteger()),
    until: v.pipe(v.string(), v.isoTimestamp()),
    note: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  }),
  'revoke-codes': v.object({ batch: text, reason }),
} as const;

const ledgerActor = ({ id, name }: ConsoleActor) => ({ id, name });

const time = (ms: number): string => (ms === 0 ? '' : new Date(ms).toISOString());

/** Dependencies of the command line. */
interface ConsoleDeps extends CodeDeps {
  readonly auth: Pick<AuthService, 'findPerson' | 'personActedOn'>;
  readonly documents: Pick<ConfigService, 'live' | 'recordAct'>;
}

function makeVerbs(deps: ConsoleDeps): Verbs<typeof schemas> {
  type Noted = 'member_granted' | 'member_reversed' | 'codes_made' | 'codes_revoked';
  const note = (by: ConsoleActor, act: Noted, said: string) =>
    deps.documents.recordAct(by, { act, subject: 'members', note: said });

  const findOther = async (person: string, by: ConsoleActor): Promise<UserId> => {
    const userId = await deps.auth.findPerson(person);
    await deps.auth.personActedOn(by, userId);
    return userId;
  };

  return {
    async ledger({ person }) {
      const userId = await deps.auth.findPerson(person);
      const [{ entries, timeline }, now] = await Promise.all([ledgerOf(deps, userId), timelineOf(deps, userId)]);
      const spans = new Map(spansOf(timeline).map((span) => [span.entryId, span]));
      const { status, expiresMs } = membershipAt(now, deps.clock.nowMs());
      return {
        user_id: userId,
        status,
        expires: time(expiresMs),
        entries: entries.map(({ id, source, key, kind, product, item, atMs, reason: said, actor }) => ({
          id,
          source,
          key,
          kind,
          product,
          item,
          at: time(atMs),
          reason: said,
          by: actor.name || actor.id,
          starts: time(spans.get(id)?.startMs ?? 0),
          ends: time(spans.get(id)?.endMs ?? 0),
        })),
      };
    },
    async grant({ person, product: id, region: where, reason: said }, by) {
      const userId = await findOther(person, by);
      const product = findProduct(await catalogue(deps), id);
      if (!product) throw new AppError('not_found', { reason: 'product_not_found', message: `no product ${id}` });
      await note(by, 'member_granted', `${person}: ${id}: ${said}`);
      const key = newHexId();
      const item = itemOf(product, 1, where);
      const input = {
        source: 'operator' as const,
        key,
        product: id,
        item,
        startsMs: null,
        reason: said,
        actor: ledgerActor(by),
      };
      const { entry } = await grant(deps, userId, input);
      return { entry: entry.id };
    },
    async reverse({ person, entry: id, reason: said }, by) {
      const userId = await findOther(person, by);
      const { entries } = await ledgerOf(deps, userId);
      const entry = entries.find((each) => each.id === id && each.kind === 'grant');
      if (!entry) throw new AppError('not_found', { reason: 'entry_not_found', message: `no grant ${id}` });
      await note(by, 'member_reversed', `${person}: ${entry.product || entry.source} ${id}: ${said}`);
      const answer = await reverse(deps, userId, {
        source: entry.source,
        key: entry.key,
        reason: said,
        actor: ledgerActor(by),
      });
      return { entry: answer.entry.id, repeated: answer.isRepeat };
    },
    async codes() {
      const batches = await listBatches(deps);
      return {
        batches: batches.map(({ id, product, codes, used, untilMs, createdMs, revokedMs, note: said }) => ({
          id,
          product,
          codes,
          used,
          until: time(untilMs),
          created: time(createdMs),
          note: said,
          revoked: time(revokedMs ?? 0),
        })),
      };
    },
    async 'create-codes'({ product, region: where, count, until, note: said }, by) {
      await note(by, 'codes_made', `${count} of ${product} until ${until}${said === '' ? '' : `: ${said}`}`);
      const untilMs = Date.parse(until);
      const { batch, codes } = await createBatch(deps, {
        product,
        region: where,
        count,
        untilMs,
        note: said,
        actor: ledgerActor(by),
      });
      return { batch: batch.id, codes };
    },
    async 'revoke-codes'({ batch, reason: said }, by) {
      await note(by, 'codes_revoked', `${batch}: ${said}`);
      await revokeBatch(deps, batch);
      return {};
    },
  };
}

export function makeMemberConsole(deps: ConsoleDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'member', schemas, makeVerbs(deps));
  return router;
}
