/**
 * Wire rows of config: what clients ask, and the calls of operators on the documents themselves. For the server: the
 * documents bring their parser along; a browser takes request.contract.ts.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { TEMPLATES } from './activity-operation.ts';
import { ACT_KINDS } from './acts.ts';
import { basicSchema } from './basic.ts';
import { debugOptionsSchema } from './debug-options.ts';
import { driveSettingsEndpoint } from './drive.contract.ts';
import { externalProductsDocument } from './external-products.ts';
import { globalConfig, requestSchema } from './request.contract.ts';
import { resourcesSchema } from './resources.ts';

const text = v.string();
/** Wire time. */
const time = v.string();
const version = v.number();

/** Ours. A credit that everyone may see. */
const credit = v.object({
  /** '' for the one reward of its activity. */
  type: text,
  title: text,
  free_days: v.number(),
  start: time,
  end: time,
});

const activityTimes = v.object({ open: v.boolean(), start: time, end: time });

const activity = v.object({
  ...activityTimes.entries,
  name: text,
  url: text,
  template: v.picklist(TEMPLATES),
  /** '' where clients have texts of their own, as for the activities of the specification. */
  title: text,
  lead: text,
  picture: text,
  rewards: v.array(credit),
});

const ask = { method: 'POST', host: 'user', callers: 'anyone', idempotency: 'read', body: requestSchema } as const;
const errors = ['invalid_argument'] as const;

const actor = v.object({
  /** Of the person; '' for the console. */
  id: text,
  /** As the person was called then; '' unknown. */
  name: text,
  via: v.picklist(['console', 'page', 'api']),
});

const act = v.object({
  seq: v.number(),
  time,
  by: actor,
  act: v.picklist(ACT_KINDS),
  /** A document's name; `people`, `messages`, `links`, `payments`, `members`, `jobs` or `backups` for the acts on these. */
  document: text,
  before_version: version,
  after_version: version,
  note: text,
});

const summary = v.object({
  name: text,
  title: text,
  format: v.picklist(['json', 'rules']),
  version,
  /** False while the copy that requests read is not written yet. */
  settled: v.boolean(),
  has_draft: v.boolean(),
  last_act: v.nullable(act),
});

const draft = v.object({ text, base_version: version, by: actor, time });

const field = v.object({ path: text, type: text, bounds: text, says: text, initial: text });

const document = v.object({
  name: text,
  title: text,
  format: v.picklist(['json', 'rules']),
  version,
  text,
  settled: v.boolean(),
  draft: v.nullable(draft),
  /** Send it back with the next draft. */
  draft_revision: v.number(),
  /** Documentation, made from the schema; empty for a document with a language of its own. */
  fields: v.array(field),
});

const problem = v.object({ line: v.number(), column: v.number(), message: text });
const published = v.object({ version });

const params = v.object({ name: requiredText });
const admin = { host: 'user', callers: 'operator', params } as const;
const AT = '/config.admin/v1/documents/{name}';

const baseVersion = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const configContract = {
  basic: endpoint({
    ...ask,
    id: 'config.basic',
    path: '/config/v1/basic',
    output: v.object({ values: v.object({ basic: basicSchema }) }),
    errors,
    summary: 'What every client asks first: `values.basic`',
  }),
  resources: endpoint({
    ...ask,
    id: 'config.resources',
    path: '/config/v1/resources',
    output: v.object({ values: v.object({ resources: resourcesSchema }) }),
    errors,
    summary: 'Addresses of pages and pictures in the language asked for: `values.resources`',
  }),
  debugOptions: endpoint({
    ...ask,
    id: 'config.debugOptions',
    path: '/config/v1/debug_options',
    output: v.object({ values: v.object({ debug_options: debugOptionsSchema }) }),
    errors,
    summary: 'Whether this person or device may open the debug console: `values.debug_options`',
  }),
  externalProducts: endpoint({
    ...ask,
    id: 'config.externalProducts',
    path: '/config/v1/external_products',
    output: v.object({ values: v.object({ external_products: externalProductsDocument.schema }) }),
    errors,
    summary: 'What can be downloaded: `values.external_products`',
  }),
  activityOperation: endpoint({
    ...ask,
    id: 'config.activityOperation',
    path: '/config/v1/activity_operation',
    output: v.object({
      values: v.object({
        activity_operation: v.object({
          christmas: activityTimes,
          compensation: activityTimes,
          'black-friday': activityTimes,
          /** Ours: these and further ones, in the language asked for. */
          activities: v.array(activity),
        }),
      }),
    }),
    errors,
    summary: 'When activities run, and what each gives: `values.activity_operation`',
  }),
  drive: driveSettingsEndpoint,
  globalConfig,

  documents: endpoint({
    id: 'config.documents',
    method: 'GET',
    path: '/config.admin/v1/documents',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    output: v.object({ documents: v.array(summary) }),
    errors: ['unauthenticated'],
    summary: 'Every document that operators may change',
  }),
  document: endpoint({
    ...admin,
    id: 'config.document',
    method: 'GET',
    path: AT,
    idempotency: 'read',
    output: document,
    errors: ['unauthenticated', 'not_found'],
    summary: 'A document: what is live, its draft and the documentation of its fields',
  }),
  saveDraft: endpoint({
    ...admin,
    id: 'config.saveDraft',
    method: 'PUT',
    path: `${AT}/draft`,
    idempotency: 'natural',
    body: v.object({ text, base_version: baseVersion, draft_revision: baseVersion }),
    output: v.object({ draft_revision: v.number(), problems: v.array(problem) }),
    errors: ['unauthenticated', 'not_found', 'invalid_argument', 'aborted'],
    summary: 'Keeps a draft, right or wrong, and tells what is wrong with it',
  }),
  discardDraft: endpoint({
    ...admin,
    id: 'config.discardDraft',
    method: 'DELETE',
    path: `${AT}/draft`,
    idempotency: 'natural',
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Throws the draft away',
  }),
  diff: endpoint({
    ...admin,
    id: 'config.diff',
    method: 'GET',
    path: `${AT}/diff`,
    idempotency: 'read',
    output: v.object({
      runs: v.array(v.object({ kind: v.picklist(['same', 'added', 'removed']), lines: v.array(text) })),
    }),
    errors: ['unauthenticated', 'not_found'],
    summary: 'What publishing the draft would change, line by line',
  }),
  publish: endpoint({
    ...admin,
    id: 'config.publish',
    method: 'POST',
    path: `${AT}/publish`,
    idempotency: 'natural',
    body: v.object({ text: v.nullish(text), base_version: baseVersion, note: optionalText }),
    output: published,
    errors: ['unauthenticated', 'not_found', 'invalid_argument', 'aborted', 'failed_precondition'],
    summary:
      'Makes `text`, or the draft, live; a malformed one is refused with `metadata.line`, `column` and all `problems`, and nothing changes',
  }),
  history: endpoint({
    ...admin,
    id: 'config.history',
    method: 'GET',
    path: `${AT}/history`,
    idempotency: 'read',
    output: v.object({
      versions: v.array(v.object({ version, time, by: actor, note: text, rolled_back_to: v.nullable(version) })),
    }),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Versions of a document, newest first, at most 200',
  }),
  version: endpoint({
    ...admin,
    id: 'config.version',
    method: 'GET',
    path: `${AT}/versions/{version}`,
    idempotency: 'read',
    params: v.object({ name: requiredText, version: wireCount }),
    output: v.object({ version, text }),
    errors: ['unauthenticated', 'not_found', 'invalid_argument'],
    summary: 'The text of one version; 0 is what the build brought',
  }),
  rollback: endpoint({
    ...admin,
    id: 'config.rollback',
    method: 'POST',
    path: `${AT}/rollback`,
    idempotency: 'natural',
    body: v.object({ version: baseVersion, base_version: baseVersion, note: optionalText }),
    output: published,
    errors: ['unauthenticated', 'not_found', 'invalid_argument', 'aborted'],
    summary: 'Publishes the text of an older version as a new one',
  }),
  log: endpoint({
    id: 'config.log',
    method: 'GET',
    path: '/config.admin/v1/log',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    query: v.object({ document: optionalText, before: wireCount, limit: wireCount }),
    output: v.object({ acts: v.array(act) }),
    errors: ['unauthenticated', 'not_found', 'invalid_argument'],
    summary: 'Acts of operators, newest first; `before` is the `seq` to go on from',
  }),
} as const;
