/** Endpoints of config -> the live documents and the operators' documents. */
import type { Hono } from 'hono';
import type * as v from 'valibot';
import { type ConfigRequest, type ConfigValue, valueFor } from '#shared/config/config-document.ts';
import { configContract } from '#shared/config/contract.ts';
import { noticeAt } from '#shared/config/notice.ts';
import type { requestSchema } from '#shared/config/request.contract.ts';
import { lineProblems } from '#shared/document-kind.ts';
import { describeDocument } from '#shared/documents/describe.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { AppError } from '#shared/errors.ts';
import { matchLocale } from '#shared/locale/negotiate.ts';
import { wireTime } from '#shared/units.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { wireActivities } from './activities.ts';
import { driveSettingsOf } from './drive-settings.ts';
import { LOG_ACTS } from './keys.ts';
import type { Act, Actor, PublishResult } from './rpc-types.ts';
import type { ConfigService } from './service.ts';

/** The person of the request only selects a share of the users; it authorises nothing. */
function requestOf(
  { client, uuid, userid, data }: v.InferOutput<typeof requestSchema>,
  call: CallContext,
): ConfigRequest {
  const language = [data?.language, data?.language_app, data?.language_system].find(Boolean);
  return {
    language: (language && matchLocale(language.slice(0, 40))) || call.locale,
    client: (client || call.clientId).slice(0, 64),
    person: (call.caller?.userId ?? (data?.user_id || userid || uuid || call.deviceId)).slice(0, 200),
  };
}

/** @throws AppError not_found for an unknown name */
function nameOf(name: string): DocumentName {
  if (!Object.hasOwn(DOCUMENTS, name)) throw new AppError('not_found', { reason: 'no_such_document' });
  return name as DocumentName;
}

/** The id of a person, '' for the console. */
const wireActor = ({ id, name, via }: Actor) => ({ id: via === 'console' ? '' : id, name, via });

const actorOf = ({ userId }: Caller): Actor => ({ id: userId, name: '', via: 'api' });

function wireAct({ seq, atMs, by, act, name, beforeVersion, afterVersion, note }: Act) {
  return {
    seq,
    time: wireTime(atMs),
    by: wireActor(by),
    act,
    document: name,
    before_version: beforeVersion,
    after_version: afterVersion,
    note,
  };
}

/** @throws AppError invalid_argument with the positions of the errors */
function versionOf(published: PublishResult): { version: number } {
  if (published.ok) return { version: published.version };
  const [first] = published.problems;
  const { line = 1, column = 1, message = '' } = first ?? {};
  throw new AppError('invalid_argument', {
    reason: 'malformed_document',
    field: 'text',
    message: `line ${line}, column ${column}: ${message}`,
    metadata: {
      line: String(line),
      column: String(column),
      problems: JSON.stringify(lineProblems(published.problems)),
    },
  });
}

function bindClientConfig(router: Hono<AppEnv>, service: ConfigService): void {
  type Ask = { body: v.InferOutput<typeof requestSchema>; call: CallContext };
  const of = async <T>(live: Promise<ConfigValue<T>>, { body, call }: Ask): Promise<T> =>
    valueFor(await live, requestOf(body, call));
  // A notice is sent only between its times, so that clients need no clock.
  const basicOf = async (ask: Ask) => {
    const basic = await of(service.live('basic'), ask);
    return { ...basic, notice: noticeAt(basic, ask.call.nowMs)?.text ?? '' };
  };
  bindEndpoint(router, configContract.basic, async (ask) => ({ values: { basic: await basicOf(ask) } }));
  bindEndpoint(router, configContract.resources, async (ask) => ({
    values: { resources: await of(service.live('resources'), ask) },
  }));
  bindEndpoint(router, configContract.debugOptions, async (ask) => ({
    values: { debug_options: await of(service.live('debug_options'), ask) },
  }));
  bindEndpoint(router, configContract.externalProducts, async (ask) => ({
    values: { external_products: await of(service.live('external_products'), ask) },
  }));
  bindEndpoint(router, configContract.activityOperation, async (ask) => {
    const document = await of(service.live('activity_operation'), ask);
    return { values: { activity_operation: wireActivities(document, requestOf(ask.body, ask.call).language) } };
  });
  bindEndpoint(router, configContract.globalConfig, async (ask) => ({
    values: {
      basic: await basicOf(ask),
      debug_options: await of(service.live('debug_options'), ask),
    },
  }));
}

export function makeConfigRoutes(service: ConfigService, limits: LimitsConfig): Hono<AppEnv> {
  const router = makeRouter();
  bindClientConfig(router, service);
  bindEndpoint(router, configContract.drive, async () => ({ values: { drive: driveSettingsOf(limits) } }));

  bindEndpoint(router, configContract.documents, async () => ({
    documents: (await service.overview()).map(({ name, version, settled, hasDraft, lastAct }) => ({
      name,
      title: DOCUMENTS[name].title,
      format: DOCUMENTS[name].format,
      version,
      settled,
      has_draft: hasDraft,
      last_act: lastAct && wireAct(lastAct),
    })),
  }));
  bindEndpoint(router, configContract.document, async ({ params }) => {
    const state = await service.read(nameOf(params.name));
    const { draft } = state;
    const { title, format, fields } = describeDocument(state.name);
    return {
      name: state.name,
      version: state.version,
      text: state.text,
      settled: state.settled,
      title,
      format,
      draft: draft && {
        text: draft.text,
        base_version: draft.base,
        by: wireActor(draft.by),
        time: wireTime(draft.atMs),
      },
      draft_revision: state.draftRevision,
      fields: fields.map((each) => ({ ...each })),
    };
  });
  bindEndpoint(router, configContract.saveDraft, async ({ params, body, caller }) => {
    const name = nameOf(params.name);
    const { revision } = await service.saveDraft(actorOf(caller), {
      name,
      text: body.text,
      base: body.base_version,
      revision: body.draft_revision,
    });
    const parsed = DOCUMENTS[name].parse(body.text);
    return { draft_revision: revision, problems: parsed.ok ? [] : lineProblems(parsed.problems) };
  });
  bindEndpoint(router, configContract.discardDraft, async ({ params, caller }) => {
    await service.discardDraft(actorOf(caller), nameOf(params.name));
    return {};
  });
  bindEndpoint(router, configContract.diff, async ({ params }) => ({
    runs: (await service.diff(nameOf(params.name), null)).map(({ kind, lines }) => ({ kind, lines: [...lines] })),
  }));
  bindEndpoint(router, configContract.publish, async ({ params, body, caller }) =>
    versionOf(
      await service.publish(actorOf(caller), {
        name: nameOf(params.name),
        text: body.text ?? null,
        base: body.base_version,
        note: body.note,
      }),
    ),
  );
  bindEndpoint(router, configContract.history, async ({ params }) => ({
    versions: (await service.history(nameOf(params.name))).map(({ version, atMs, by, note, rolledBackTo }) => ({
      version,
      time: wireTime(atMs),
      by: wireActor(by),
      note,
      rolled_back_to: rolledBackTo,
    })),
  }));
  bindEndpoint(router, configContract.version, async ({ params }) => ({
    version: params.version,
    text: await service.versionText(nameOf(params.name), params.version),
  }));
  bindEndpoint(router, configContract.rollback, async ({ params, body, caller }) =>
    versionOf(
      await service.rollback(actorOf(caller), {
        name: nameOf(params.name),
        version: body.version,
        base: body.base_version,
        note: body.note,
      }),
    ),
  );
  bindEndpoint(router, configContract.log, async ({ query }) => ({
    acts: (
      await service.log({
        name: query.document === '' ? '' : nameOf(query.document),
        before: query.before,
        limit: query.limit || LOG_ACTS,
      })
    ).map(wireAct),
  }));
  return router;
}
