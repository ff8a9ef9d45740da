/**
 * Wire rows of what looks at everything: a person's own data to take along, decided here as the specification names no such
 * call, and the desk (desk.contract.ts).
 */
import * as v from 'valibot';
import { endpoint } from '#shared/contract.ts';
import { EXPORTED_FIELDS, type ExportedFields } from '#shared/drive/file-fields.ts';
import { FILE_FIELDS } from '#shared/drive/model.ts';
import { eventContract } from './event.contract.ts';
import { inboxContract } from './inbox.contract.ts';
import { MESSAGE_KINDS, MESSAGE_STATES, MESSAGE_TOPICS } from './messages.ts';
import { reportContract } from './report.contract.ts';

const text = v.string();
/** Wire time; '' for none. */
const time = v.string();
/** Bytes or a count, decimal. */
const count = v.string();

/** Fields of files that people set themselves. */
const exportedFields = Object.fromEntries(EXPORTED_FIELDS.map((name) => [name, FILE_FIELDS[name].schema])) as {
  [Name in keyof ExportedFields]: (typeof FILE_FIELDS)[Name]['schema'];
};

const exportedFile = v.object({
  id: text,
  kind: v.picklist(['drive#folder', 'drive#file']),
  /** `drive`, or `trash` with the path from the trashed item. */
  place: v.picklist(['drive', 'trash']),
  path: text,
  size: count,
  /** False while bytes are missing; then there are no hashes. */
  complete: v.boolean(),
  /** Content key: SHA-256 over the SHA-256 digests of 8 MiB windows, hex behind a version. */
  hash: text,
  gcid: text,
  ...exportedFields,
  /** Where the person left it while it played; 0: at the beginning, or never played. */
  played_seconds: v.number(),
  created_time: time,
  modified_time: time,
  user_modified_time: time,
  delete_time: time,
  /** Earlier contents, newest first; `modified_time` is the file's while it had that content. */
  versions: v.array(v.object({ size: count, hash: text, gcid: text, modified_time: time, replaced_time: time })),
});

const exportedDirectLink = v.object({
  share_id: text,
  url: text,
  file_id: text,
  file_name: text,
  enabled: v.boolean(),
  status: text,
  create_time: time,
});

const exportedGrant = v.object({
  file_id: text,
  person: text,
  role: text,
  state: text,
  create_time: time,
});

const exportedReceived = v.object({
  name: text,
  is_folder: v.boolean(),
  owner_name: text,
  role: text,
  state: text,
  invited_time: time,
});

const exportedShare = v.object({
  share_id: text,
  share_url: text,
  title: text,
  status: text,
  has_pass_code: v.boolean(),
  file_num: count,
  view_count: count,
  restore_count: count,
  create_time: time,
  expiration_days: text,
});

const exportedSave = v.object({
  task_id: text,
  /** Link it came from; '' when that is not known. */
  share_id: text,
  /** Folder it was put into. */
  parent_id: text,
  phase: text,
  created_time: time,
  updated_time: time,
});

const exportedMessage = v.object({
  id: text,
  kind: v.picklist(MESSAGE_KINDS),
  topic: v.picklist(MESSAGE_TOPICS),
  message: text,
  email: text,
  state: v.picklist(MESSAGE_STATES),
  created_time: time,
});

export const exportDocument = v.object({
  kind: v.literal('user#export'),
  version: v.literal(1),
  created_at: time,
  profile: v.object({
    sub: text,
    name: text,
    email: text,
    phone_number: text,
    picture: text,
    status: text,
    premium: v.boolean(),
    created_at: time,
    password_updated_at: time,
  }),
  sessions: v.array(
    v.object({
      client_id: text,
      device_id: text,
      scope: text,
      created_at: time,
      last_used_at: time,
      is_current: v.boolean(),
    }),
  ),
  devices: v.array(v.object({ device_id: text, device_name: text, device_model: text, last_login_time: time })),
  second_factor: v.object({ enabled: v.boolean(), enabled_at: time, recovery_codes_left: v.number() }),
  passkeys: v.array(v.object({ name: text, created_at: time, last_used_at: time })),
  consents: v.array(v.object({ client_id: text, scope: text, at: time })),
  /** Settings that clients stored under names of their own. */
  settings: v.record(v.string(), v.unknown()),
  /** Linked providers, and who the person is there. */
  sign_in_providers: v.array(v.object({ issuer: text, name: text, linked_at: time, last_used_at: time })),
  app_passwords: v.array(
    v.object({
      name: text,
      scope: text,
      folder_id: text,
      created_at: time,
      ends_at: time,
      last_used_at: time,
      last_used_by: text,
      last_used_from: text,
    }),
  ),
  favorite_links: v.array(v.object({ title: text, url: text })),
  storage: v.object({
    limit: count,
    usage: count,
    usage_in_trash: count,
    usage_in_versions: count,
    reserved: count,
  }),
  /** The ledger of the membership: grants, and grants that were taken back. */
  membership: v.array(
    v.object({
      kind: text,
      source: text,
      product: text,
      item: v.nullable(v.record(v.string(), v.unknown())),
      at: time,
      reason: text,
    }),
  ),
  /** Orders, newest first; amounts in the smallest unit of their currency. */
  orders: v.array(
    v.object({
      order_id: text,
      state: text,
      product_id: text,
      quantity: v.number(),
      currency: text,
      amount: v.number(),
      tax: v.number(),
      refunded: v.number(),
      coupon: text,
      created_time: time,
      /** '' until it is paid. */
      paid_time: text,
    }),
  ),
  files: v.array(exportedFile),
  shares: v.array(exportedShare),
  /** Stable addresses of files. */
  direct_links: v.array(exportedDirectLink),
  /** People whom the person shares folders and files with, by the address or name that was typed. */
  shared_by_me: v.array(exportedGrant),
  shared_with_me: v.array(exportedReceived),
  /** Whose invitations the person does not want to see. */
  blocked_people: v.array(v.object({ name: text })),
  /** Of the last 90 days: their kinds and the values of their texts. */
  notifications: v.array(
    v.object({
      type: text,
      values: v.record(v.string(), v.union([v.string(), v.number()])),
      created_time: text,
      read: v.boolean(),
    }),
  ),
  saves: v.array(exportedSave),
  /** Messages to the operators. */
  messages: v.array(exportedMessage),
  /**
   * The last member. Where a read failed, false and a `refusal` with `error` and `error_description` end the document, and later lists are
   * missing; a document without it was cut off on its way.
   */
  complete: v.literal(true),
});

export type ExportDocument = v.InferOutput<typeof exportDocument>;
export type ExportedFile = v.InferOutput<typeof exportedFile>;
export type ExportedShare = v.InferOutput<typeof exportedShare>;
export type ExportedMessage = v.InferOutput<typeof exportedMessage>;
export type ExportedSave = v.InferOutput<typeof exportedSave>;

export const opsContract = {
  ...eventContract,
  ...inboxContract,
  ...reportContract,
  exportData: endpoint({
    id: 'ops.exportData',
    method: 'GET',
    path: '/v1/user/export',
    host: 'user',
    callers: 'person',
    alsoScopes: ['pan'],
    idempotency: 'read',
    output: exportDocument,
    errors: ['unauthenticated', 'too_many_requests'],
    summary: 'Everything that is kept of the signed-in person, as one document to save; no bytes of files',
  }),
} as const;
