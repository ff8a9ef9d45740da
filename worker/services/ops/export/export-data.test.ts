import * as v from 'valibot';
import { expect, it } from 'vitest';
import { AppError, succeed } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { EMPTY_TIMELINE } from '#shared/membership/timeline.ts';
import { exportDocument } from '#shared/ops/contract.ts';
import { makeAtOnce } from '#worker/platform/at-once.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ExportRow } from '#worker/services/drive/service.ts';
import type { Order } from '#worker/services/membership/service.ts';
import type { ExportParts } from './deps.ts';
import { exportData } from './export-data.ts';

const CALLER: Caller = { userId: asUserId('u1'), sessionId: 'f1', epoch: 1, clientId: 'web', scopes: ['user', 'pan'] };
const CALL = { nowMs: 1_800_000_000_000, locale: 'en-US' } as CallContext;
const PERSON = { name: 'Ann', email: 'ann@example.com', phone: '+14155552671', avatar: '', status: 'ACTIVE' };

const ENTRY: LedgerEntry = {
  id: 'e',
  source: 'order',
  key: 'o1',
  kind: 'grant',
  product: 'premium-month',
  startsMs: 1,
  atMs: 1,
  reason: '',
  item: { type: 'premium', region: 'global', months: 1, days: 0 },
  actor: { id: 'V-olga', name: 'Olga' },
};

const ORDER = {
  id: 'order',
  productId: 'premium-month',
  quantity: 1,
  currency: 'USD',
  amountMinor: 799,
  taxMinor: 0,
  coupon: '',
  refundedMinor: 0,
  dispute: 'none',
  problem: '',
  paidAtMs: 2,
  creditedAtMs: 2,
  reversedAtMs: null,
  cancelledAtMs: null,
  createdAtMs: 1,
  expiresAtMs: 3,
} as Order;

const DIRECT_LINK = {
  share_id: 's',
  url: 'http://content.test/d/s/a.txt',
  file_id: 'n1',
  file_name: 'a.txt',
  file_size: '1',
  enabled: true,
  link_status: 'OK' as const,
  create_time: '2026-01-01T00:00:00.000Z',
  end_time: '',
};

const row = (n: number): ExportRow => ({
  id: `n${n}`,
  folder: false,
  place: 'drive',
  path: `/${n}`,
  sizeBytes: n,
  isComplete: true,
  contentKey: '1-aa',
  gcid: '',
  starred: false,
  isStarred: false,
  playedSeconds: 0,
  createdMs: 0,
  modifiedMs: 0,
  userModifiedMs: 0,
  trashedMs: null,
  versions: [{ sizeBytes: 1, contentKey: '1-bb', gcid: '', modifiedMs: 0, replacedMs: 0 }],
});

/** A person with `pages` pages of files, and how many of them were read so far. */
function makeDeps(pages: number, more: { rows?: number; refuseAt?: number } = {}) {
  const read = { pages: 0 };
  const rows = more.rows ?? 2;
  const deps: ExportParts = {
    auth: {
      exportAccount: async () => ({
        person: { ...PERSON, premium: false, createdMs: 0, passwordMs: 0, hasPassword: true, isNameOfFormer: false },
        sessions: [{ sessionId: 'f1', clientId: 'web', deviceId: 'd', scope: '', createdMs: 0, usedMs: 0 }],
        preferences: [{ name: 'bookmark', value: '[1]' }],
        favorites: [{ linkId: 'V1', title: 'A page', url: 'https://example.org/' }],
        providers: [
          { linkId: 'V2', issuer: 'https://id.example/', label: 'alice@example.com', createdMs: 0, usedMs: 0 },
        ],
        appPasswords: [
          {
            id: 'V3',
            name: 'rclone',
            scope: 'read',
            folderId: '',
            createdMs: 0,
            endsMs: 0,
            usedMs: 0,
            usedBy: 'rclone',
            usedFrom: 'DE',
          },
        ],
        consents: [{ clientId: 'tv', scope: 'user', atMs: 0 }],
      }),
      devices: async () => [],
      twoFactor: async () => ({ enabledMs: 0, recoveryCodesLeft: 7 }),
      passkeys: async () => [],
    },
    drive: {
      space: async () => ({
        limitBytes: 9,
        isPremium: false,
        expiresMs: 0,
        transfersAtOnce: 3,
        usageBytes: 3,
        trashBytes: 1,
        versionBytes: 1,
        reservedBytes: 0,
        trashTtlMs: 30,
        versionTtlMs: 90,
        versionsPerFile: 20,
        linkNotices: [],
        unread: 0,
        collected: [],
        hasShared: false,
      }),
      async exportPage(_caller, after) {
        const page = Number(after);
        if (page === more.refuseAt) throw new AppError('unauthenticated');
        read.pages += 1;
        const items = Array.from({ length: rows }, (_, n) => row(page * rows + n));
        return { rows: items, next: page + 1 < pages ? String(page + 1) : '' };
      },
      exportGrants: async () => ({
        given: [
          {
            id: 'g',
            nodeId: 'n1',
            person: 'bob@example.com',
            role: 'editor',
            state: 'accepted',
            createdMs: 0,
            offered: false,
          },
        ],
        received: [
          {
            id: 'r',
            ownerId: 'u2',
            ownerName: 'Carla',
            name: 'Trip',
            isFile: false,
            role: 'viewer',
            state: 'accepted',
            offered: false,
            invitedMs: 0,
          },
        ],
        blocked: [{ ownerId: 'u3', ownerName: 'Dan' }],
      }),
      notifications: async () => ({
        items: [{ id: 'b', kind: 'invited', data: { person: 'Carla', count: 2 }, atMs: 0, isRead: true }],
        unread: 0,
      }),
      tasks: async () => ({ tasks: [], next_page_token: '', expires_in: 0 }),
    },
    membership: {
      ledgerOf: async () => ({ entries: [ENTRY], timeline: EMPTY_TIMELINE }),
    },
    billing: {
      hourlyPayments: async () => [],
      ownOrders: async (_userId, after) =>
        after === '' ? { orders: [ORDER, ORDER], nextPageToken: '5' } : { orders: [ORDER], nextPageToken: '' },
    },
    share: {
      list: async () => ({ data: [], next_page_token: '' }),
      directLinks: async () => ({ data: [DIRECT_LINK], next_page_token: '' }),
    },
    inbox: { getByName: () => ({ list: async () => succeed([]) }) } as unknown as ExportParts['inbox'],
    exports: makeAtOnce(2, { nowMs: () => 0 }),
  };
  return { deps, read };
}

it('the export is the document of its contract, whole', async () => {
  const { name, body } = await exportData(makeDeps(3).deps, CALLER, CALL);
  const document = v.parse(exportDocument, await new Response(body).json());
  expect(name).toBe('drive-export-2027-01-15.json');
  expect(document.files.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
  expect(document.profile).toMatchObject({ email: PERSON.email, phone_number: PERSON.phone });
  expect(document.membership).toMatchObject([{ kind: 'grant', product: 'premium-month', item: ENTRY.item }]);
  expect(document.direct_links).toMatchObject([{ url: DIRECT_LINK.url, file_name: 'a.txt', enabled: true }]);
  expect(document.shared_by_me).toMatchObject([{ file_id: 'n1', person: 'bob@example.com', state: 'accepted' }]);
  expect(document.shared_with_me).toMatchObject([{ name: 'Trip', owner_name: 'Carla', is_folder: true }]);
  expect(document.blocked_people).toEqual([{ name: 'Dan' }]);
  expect(document.notifications).toMatchObject([
    { type: 'invited', values: { person: 'Carla', count: 2 }, read: true },
  ]);
  expect(document.orders).toHaveLength(3);
  expect(document.orders[0]).toMatchObject({ order_id: 'order', state: 'paid', amount: 799, currency: 'USD' });
  expect(document.second_factor).toMatchObject({ enabled: true, recovery_codes_left: 7 });
  expect(document.sessions).toEqual([expect.objectContaining({ is_current: true })]);
});

it('the export is a document too when there is nothing in the drive', async () => {
  const { body } = await exportData(makeDeps(1, { rows: 0 }).deps, CALLER, CALL);
  expect(v.parse(exportDocument, await new Response(body).json()).files).toEqual([]);
});

it('an export reads no page before the reader takes the previous one', async () => {
  const { deps, read } = makeDeps(100, { rows: 1_000 });
  const { body } = await exportData(deps, CALLER, CALL);
  const reader = body.getReader();
  for (let pieces = 0; pieces < 4; pieces += 1) await reader.read();
  expect(read.pages).toBeLessThanOrEqual(3);
  await reader.cancel();
  expect(read.pages).toBeLessThanOrEqual(3);
});

it.each([1, 2])(
  'the export that is refused on page %i ends as JSON that says why it is not complete',
  async (refuseAt) => {
    const { body } = await exportData(makeDeps(3, { refuseAt }).deps, CALLER, CALL);
    const read = JSON.parse(await new Response(body).text());
    expect(read.files).toHaveLength(2 * refuseAt);
    expect([read.complete, read.refusal.error]).toEqual([false, 'unauthenticated']);
    expect(read.refusal.error_description).toMatch(/^\S.+\.$/);
  },
);

it('a third export of a person beside two that are sent is refused, until one of them has ended', async () => {
  const { deps } = makeDeps(1);
  const [first] = [await exportData(deps, CALLER, CALL), await exportData(deps, CALLER, CALL)];
  await expect(exportData(deps, CALLER, CALL)).rejects.toMatchObject({
    errorName: 'too_many_requests',
    detail: { retryInSeconds: expect.any(Number) },
  });
  await exportData(deps, { ...CALLER, userId: asUserId('another') }, CALL);
  await new Response(first?.body).text();
  const again = await exportData(deps, CALLER, CALL);
  await again.body.cancel();
  await exportData(deps, CALLER, CALL);
});

it('an export is refused before its first byte to an ended session, and to a token without the scope for files', async () => {
  await expect(exportData(makeDeps(1, { refuseAt: 0 }).deps, CALLER, CALL)).rejects.toThrow('unauthenticated');
  const narrow = { ...CALLER, scopes: ['user'] };
  await expect(exportData(makeDeps(1).deps, narrow, CALL)).rejects.toThrow('permission_denied');
});
