/** Answers of other services -> members of the export document. Pure. */
import type { BellItem } from '#shared/drive/bell/bell-kinds.ts';
import { exportedFieldsOf } from '#shared/drive/file-fields.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { storedTime } from '#shared/drive/stored-time.ts';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import type { ExportDocument, ExportedFile, ExportedSave, ExportedShare } from '#shared/ops/contract.ts';
import type { ShareSummary } from '#shared/share/contract.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import { wireTime } from '#shared/units.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ExportRow, GrantsExport, Space } from '#worker/services/drive/service.ts';
import type { Ledger, Order } from '#worker/services/membership/service.ts';

/** The members before the long lists. */
export type ExportHead = Omit<
  ExportDocument,
  | 'orders'
  | 'files'
  | 'shares'
  | 'direct_links'
  | 'shared_by_me'
  | 'shared_with_me'
  | 'blocked_people'
  | 'notifications'
  | 'saves'
  | 'messages'
  | 'complete'
>;

type AnswerOf<K extends 'exportAccount' | 'devices' | 'twoFactor' | 'passkeys'> = Awaited<ReturnType<AuthService[K]>>;

export function orderOf(order: Order, nowMs: number): ExportDocument['orders'][number] {
  return {
    order_id: order.id,
    state: orderStateOf(order, nowMs),
    product_id: order.productId,
    quantity: order.quantity,
    currency: order.currency,
    amount: order.amountMinor,
    tax: order.taxMinor,
    refunded: order.refundedMinor,
    coupon: order.coupon,
    created_time: wireTime(order.createdAtMs),
    paid_time: order.paidAtMs === null ? '' : wireTime(order.paidAtMs),
  };
}

export function headOf(
  caller: Caller,
  nowMs: number,
  facts: {
    account: AnswerOf<'exportAccount'>;
    devices: AnswerOf<'devices'>;
    factor: AnswerOf<'twoFactor'>;
    passkeys: AnswerOf<'passkeys'>;
    space: Space;
    ledger: Ledger;
  },
): ExportHead {
  const { account, devices, factor, passkeys, space, ledger } = facts;
  const { person } = account;
  return {
    kind: 'user#export',
    version: 1,
    created_at: wireTime(nowMs),
    profile: {
      sub: caller.userId,
      name: person.name,
      email: person.email,
      phone_number: person.phone,
      picture: person.avatar,
      status: person.status,
      premium: space.isPremium,
      created_at: wireTime(person.createdMs),
      password_updated_at: wireTime(person.passwordMs),
    },
    sessions: account.sessions.map((session) => ({
      client_id: session.clientId,
      device_id: session.deviceId,
      scope: session.scope,
      created_at: wireTime(session.createdMs),
      last_used_at: wireTime(session.usedMs),
      is_current: session.sessionId === caller.sessionId,
    })),
    devices: devices.map(({ deviceId, name, model, lastLoginMs }) => ({
      device_id: deviceId,
      device_name: name,
      device_model: model,
      last_login_time: wireTime(lastLoginMs),
    })),
    membership: ledger.entries.map(({ kind, source, product, item, atMs, reason }) => ({
      kind,
      source,
      product,
      item,
      at: wireTime(atMs),
      reason,
    })),
    second_factor: {
      enabled: factor.enabledMs !== null,
      enabled_at: factor.enabledMs === null ? '' : wireTime(factor.enabledMs),
      recovery_codes_left: factor.recoveryCodesLeft,
    },
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({ name, created_at, last_used_at })),
    settings: Object.fromEntries(account.preferences.map(({ name, value }) => [name, JSON.parse(value) as unknown])),
    sign_in_providers: account.providers.map(({ issuer, label, createdMs, usedMs }) => ({
      issuer,
      name: label,
      linked_at: wireTime(createdMs),
      last_used_at: wireTime(usedMs),
    })),
    app_passwords: account.appPasswords.map((each) => ({
      name: each.name,
      scope: each.scope,
      folder_id: each.folderId,
      created_at: wireTime(each.createdMs),
      ends_at: wireTime(each.endsMs),
      last_used_at: wireTime(each.usedMs),
      last_used_by: each.usedBy,
      last_used_from: each.usedFrom,
    })),
    favorite_links: account.favorites.map(({ title, url }) => ({ title, url })),
    consents: account.consents.map(({ clientId, scope, atMs }) => ({ client_id: clientId, scope, at: wireTime(atMs) })),
    storage: {
      limit: String(space.limitBytes),
      usage: String(space.usageBytes),
      usage_in_trash: String(space.trashBytes),
      usage_in_versions: String(space.versionBytes),
      reserved: String(space.reservedBytes),
    },
  };
}

export function fileOf(row: ExportRow): ExportedFile {
  return {
    id: row.id,
    kind: row.folder ? 'drive#folder' : 'drive#file',
    place: row.place,
    path: row.path,
    size: String(row.sizeBytes),
    complete: row.isComplete,
    hash: row.contentKey,
    gcid: row.gcid,
    ...exportedFieldsOf(row),
    played_seconds: row.playedSeconds,
    created_time: wireTime(row.createdMs),
    modified_time: wireTime(row.modifiedMs),
    user_modified_time: storedTime(row.userModifiedMs),
    delete_time: row.trashedMs === null ? '' : wireTime(row.trashedMs),
    versions: row.versions.map((version) => ({
      size: String(version.sizeBytes),
      hash: version.contentKey,
      gcid: version.gcid,
      modified_time: wireTime(version.modifiedMs),
      replaced_time: wireTime(version.replacedMs),
    })),
  };
}

export function directLinkOf(link: DirectLink): ExportDocument['direct_links'][number] {
  const { share_id, url, file_id, file_name, enabled, link_status: status, create_time } = link;
  return { share_id, url, file_id, file_name, enabled, status, create_time };
}

export function grantOf({
  nodeId,
  person,
  role,
  state,
  createdMs,
}: GrantsExport['given'][number]): ExportDocument['shared_by_me'][number] {
  return { file_id: nodeId, person, role, state, create_time: wireTime(createdMs) };
}

export function receivedOf(grant: GrantsExport['received'][number]): ExportDocument['shared_with_me'][number] {
  const { name, isFile, ownerName: owner_name, role, state, invitedMs } = grant;
  return { name, is_folder: !isFile, owner_name, role, state, invited_time: wireTime(invitedMs) };
}

export function notificationOf({ kind, data, atMs, isRead }: BellItem): ExportDocument['notifications'][number] {
  return { type: kind, values: { ...data }, created_time: wireTime(atMs), read: isRead };
}

export function shareOf(share: ShareSummary): ExportedShare {
  return {
    share_id: share.share_id,
    share_url: share.share_url,
    title: share.title,
    status: share.share_status,
    has_pass_code: share.pass_code !== '',
    file_num: share.file_num,
    view_count: share.view_count,
    restore_count: share.restore_count,
    create_time: share.create_time,
    expiration_days: share.expiration_days,
  };
}

export function saveOf(task: TaskObject): ExportedSave {
  return {
    task_id: task.id,
    share_id: task.params['original_share_id'] ?? task.params['share_id'] ?? '',
    parent_id: task.file_id,
    phase: task.phase,
    created_time: task.created_time,
    updated_time: task.updated_time,
  };
}
