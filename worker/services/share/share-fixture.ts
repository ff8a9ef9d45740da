/** Share over real objects, with a drive, an auth and a shield made of maps. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { test } from 'vitest';
import { makeFileObject } from '#shared/drive/file-fixture.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, asTaskId, asUserId, type NodeId, type ShareId, type UserId } from '#shared/ids.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { makeDataCentreCache } from '#worker/platform/cache/data-centre-cache.ts';
import { makeCall } from '#worker/platform/call-fixture.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { fromBase64Url, type Keyring, makeKeyring, toHex } from '#worker/platform/crypto.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { LinkClaims, OwnTransfer, RestoreOrder, SharedPicture } from '#worker/services/drive/service.ts';
import { makeShareParts, type ShareDeps, type ShareParts } from './deps.ts';
import { onTreesChanged } from './events.ts';
import { type CreateShareInput, create } from './link/create.ts';
import type { ShareObject } from './state/share.object.ts';
import type { ShareCover } from './visit/listing.ts';
import { visit } from './visit/listing.ts';
import type { OpenedShare } from './visit/open.ts';
import { open } from './visit/open.ts';
import type { OpenShareQuery } from './visit/visit.ts';

export const env = bound as unknown as Env;
export const objects = objectsOf(env);
export const NOW_MS = 1_800_000_000_000;

export interface FakeNode {
  readonly id: NodeId;
  parentId: NodeId;
  name: string;
  readonly isFolder: boolean;
  isLive: boolean;
  content: string;
}

function keyOf(word: string): string {
  return `1-${toHex(new TextEncoder().encode(word)).padEnd(64, '0').slice(0, 64)}`;
}

/** The content key of a link's spelling of it. */
export function keyOfLink(linkKey: string): string {
  const [version, digest = ''] = linkKey.split('~');
  return `${version}-${toHex(fromBase64Url(digest) ?? new Uint8Array())}`;
}

function pictureOf(ownerId: UserId, { content }: FakeNode): SharedPicture {
  const manifest = { v: 1 as const, size: 10, parts: [{ key: 'k', size: 10 }] };
  return { contentKey: keyOf(content) as never, contentMark: content, manifest, sizeBytes: 10, ownerId, known: null };
}

export class FakeDrive {
  readonly nodes = new Map<string, FakeNode>();
  readonly watched = new Map<string, readonly string[]>();
  readonly restored = new Map<string, { taskId: string; running: boolean }>();
  listings = 0;
  files = 0;
  pictures = 0;
  /** Waited for inside every listing and file fetch. */
  gate: Promise<void> = Promise.resolve();
  /** Thrown by restore when set. */
  refusal: AppError | null = null;
  restores = 0;
  /** Traffic and speed that the owner's plan leaves for links. */
  transfer: OwnTransfer | null = null;

  readonly ownerId: UserId;

  constructor(ownerId: UserId) {
    this.ownerId = ownerId;
  }

  add(name: string, parentId: NodeId = asNodeId(''), isFolder = false): NodeId {
    const id = asNodeId(newWireId());
    this.nodes.set(id, { id, parentId, name, isFolder, isLive: true, content: name });
    return id;
  }

  node(id: NodeId): FakeNode {
    const node = this.nodes.get(id);
    if (!node) throw new Error('no such node in the test');
    return node;
  }

  /** From the topmost root to the node, or null when it is not the share's to show. */
  line(rootIds: readonly string[], id: string): FakeNode[] | null {
    const line: FakeNode[] = [];
    for (let node = this.nodes.get(id); node; node = this.nodes.get(node.parentId)) {
      if (!node.isLive) return null;
      line.unshift(node);
    }
    const top = line.findIndex((node) => rootIds.includes(node.id));
    return top === -1 ? null : line.slice(top);
  }

  #object(node: FakeNode): FileObject {
    return makeFileObject({
      kind: node.isFolder ? 'drive#folder' : 'drive#file',
      id: node.id,
      parent_id: node.parentId,
      name: node.name,
      user_id: this.ownerId,
      size: '10',
      starred: true,
      writable: true,
      tags: [{ name: 'STAR', type: '' }],
      params: { secret: 'of the owner' },
    });
  }

  readonly service: ShareDeps['drive'] = {
    describeForShare: async (caller, ids) =>
      ids.map((id) => {
        const node = this.nodes.get(id);
        if (!node || caller.userId !== this.ownerId) throw new AppError('file_not_found');
        return { id, name: node.name, folder: node.isFolder, sizeBytes: 10, fileCount: 1 };
      }),
    detail: async (caller, id) => {
      const node = this.nodes.get(id);
      if (!node || caller.userId !== this.ownerId) throw new AppError('file_not_found');
      return this.#object(node);
    },
    watch: async (_ownerId, shareId, rootIds) => void this.watched.set(shareId, rootIds),
    blockContents: async () => undefined,
    zipShared: () => Promise.reject(new AppError('unimplemented')),
    nodesOfShare: () => Promise.reject(new AppError('unimplemented')),
    foldersAlong: () => Promise.reject(new AppError('unimplemented')),
    heldContents: () => Promise.reject(new AppError('unimplemented')),
    linkTransfer: async () => this.transfer,
    planSave: () => Promise.reject(new AppError('unimplemented')),
    undoSave: () => Promise.reject(new AppError('unimplemented')),
    listSharedArchive: () => Promise.reject(new AppError('unimplemented')),
    linkSharedEntry: () => Promise.reject(new AppError('unimplemented')),
    linksOver: async (ownerId, { fileIds }) =>
      ownerId !== this.ownerId
        ? []
        : [...this.watched].flatMap(([shareId, roots]) => (roots.some((id) => fileIds.includes(id)) ? [shareId] : [])),
    sharingOf: async (_caller, ids) => ({
      links: [...this.watched].flatMap(([shareId, roots]) =>
        roots.filter((id) => ids.some((one) => one === id)).map((nodeId) => ({ nodeId, shareId })),
      ),
      people: [],
      collecting: [],
    }),
    unwatch: async (_ownerId, shareId) => void this.watched.delete(shareId),
    listShared: async (ownerId, query) => {
      this.listings += 1;
      const shown = (node: FakeNode): boolean => ownerId === this.ownerId && node.isLive;
      const line = query.parentId === '' ? [] : this.line(query.rootIds, query.parentId);
      const nodes =
        query.parentId === ''
          ? query.rootIds
              .flatMap((id) => this.nodes.get(id) ?? [])
              .filter((node) => this.line(query.rootIds, node.id) !== null)
          : [...this.nodes.values()].filter((node) => node.parentId === query.parentId && shown(node));
      const answer =
        line === null || (query.parentId !== '' && !this.nodes.get(query.parentId)?.isFolder)
          ? null
          : {
              files: nodes.map((node) => this.#object(node)).slice(0, query.limit),
              contentKeys: Object.fromEntries(
                nodes.filter((node) => !node.isFolder).map((node) => [node.id, keyOf(node.content) as never]),
              ),
              imageMarks: {},
              nextPageToken: '',
              path: line.map(({ id, name }) => ({ id, name })),
              isBlocked: false,
            };
      await this.gate;
      return answer;
    },
    sharedFile: async (ownerId, rootIds, fileId) => {
      this.files += 1;
      const node = ownerId === this.ownerId && this.line(rootIds, fileId) ? this.nodes.get(fileId) : undefined;
      const answer =
        !node || node.isFolder
          ? null
          : {
              file: this.#object(node),
              imageMark: '',
              content: {
                manifest: { v: 1 as const, size: 10, parts: [{ key: 'k', size: 10 }] },
                sizeBytes: 10,
                contentKey: keyOf(node.content) as never,
                name: node.name,
                mime: '',
                modifiedMs: 1,
                payer: this.ownerId,
              },
            };
      await this.gate;
      return answer;
    },
    sharedPictures: async (ownerId, rootIds, ids) => {
      this.pictures += 1;
      const found = ids.flatMap((id) => {
        const node = ownerId === this.ownerId && this.line(rootIds, id) ? this.nodes.get(id) : undefined;
        return !node || node.isFolder ? [] : [[id, pictureOf(ownerId, node)] as const];
      });
      await this.gate;
      return Object.fromEntries(found);
    },
    sharedText: async () => '',
    restore: async (_caller, order: RestoreOrder) => {
      await this.gate;
      if (this.refusal) throw this.refusal;
      if (order.ids.some((id) => !this.line(order.rootIds, id))) throw new AppError('file_not_found');
      const known = this.restored.get(order.requestKey);
      if (known?.running)
        return {
          taskId: asTaskId(known.taskId),
          parentId: asNodeId('Vtarget'),
          done: false,
          started: false,
          params: {},
        };
      this.restores += 1;
      const taskId = newWireId();
      this.restored.set(order.requestKey, { taskId, running: true });
      return { taskId: asTaskId(taskId), parentId: asNodeId('Vtarget'), done: false, started: true, params: {} };
    },
    restoreOf: async (_recipientId, requestKey) => {
      const known = this.restored.get(requestKey);
      return known ? { taskId: asTaskId(known.taskId), parentId: asNodeId('Vtarget'), inPlace: true } : null;
    },
    shareImageLinks: async () => () => '',
    coverLinks: async (_caller, ids, size) => new Map(ids.map((id) => [id, `https://content.test/t/${id}/${size}`])),
    shareContentLinks:
      async ({ ownerId, shareId, epoch, expiresAtMs }) =>
      (nodeId, linkKey, name) => {
        const claims = {
          kind: 'share',
          ownerId,
          nodeId,
          contentKey: keyOfLink(linkKey),
          expiresAtMs,
          shareId,
          shareEpoch: epoch,
        };
        return {
          url: `https://content.test/${encodeURIComponent(name)}?c=${encodeURIComponent(JSON.stringify(claims))}`,
          token: '',
          expire: String(Math.floor(expiresAtMs / 1_000)),
          type: '',
        };
      },
  };
}

/** Claims of a link the fake drive made. */
export function claimsOf(url: string): LinkClaims {
  return JSON.parse(new URL(url).searchParams.get('c') ?? '') as LinkClaims;
}

export interface World {
  readonly owner: Caller;
  readonly drive: FakeDrive;
  readonly keyring: Keyring;
  readonly captchas: Set<string>;
  readonly deps: ShareDeps;
  readonly parts: ShareParts;
  call(change?: Partial<CallContext>): CallContext;
  person(): Caller;
  create(
    fileIds: readonly NodeId[],
    change?: Partial<CreateShareInput>,
    call?: Partial<CallContext>,
  ): Promise<{ shareId: ShareId; passCode: string }>;
  open(shareId: ShareId | string, change?: Partial<OpenShareQuery>, call?: Partial<CallContext>): Promise<OpenedShare>;
}

export function makeWorld(limits: Partial<ShareDeps['limits']> = {}): World {
  const person = (): Caller => ({
    userId: asUserId(newWireId()),
    sessionId: 'family',
    epoch: 1,
    clientId: 'c',
    scopes: [],
  });
  const owner = person();
  const drive = new FakeDrive(owner.userId);
  const keyring = makeKeyring('5'.repeat(64));
  const captchas = new Set<string>();
  const startedMs = systemClock.nowMs();
  const pending: Promise<unknown>[] = [];
  const deps: ShareDeps = {
    shares: objects.shares,
    tallies: objects.tallies,
    shareRegistries: objects.shareRegistries,
    drive: drive.service,
    auth: {
      publicPerson: async (userId) => ({ userId, nickname: 'Al**e', avatar: '' }),
      proposedName: async () => ({ name: 'Alice', isOfAddress: false }),
      requirePublicName: async (typed) => typed,
    },
    mail: {
      ready: true,
      prepare: async (letter) => ({ event: 'mail.send', payload: { sealed: JSON.stringify(letter) } }),
    },
    documents: { recordAct: async () => undefined },
    shield: {
      reportFailure: async () => undefined,
      countOpenCall: async () => undefined,
      spendCaptcha: async ({ token }) => {
        if (!captchas.delete(token)) throw new AppError('captcha_invalid');
      },
    },
    keyring,
    // Leases end by it: it goes on.
    clock: { nowMs: () => NOW_MS + systemClock.nowMs() - startedMs },
    dataCentre: makeDataCentreCache(),
    afterAnswer: (work) => void pending.push(work),
    appOrigin: 'https://app.test',
    contentOrigin: 'https://content.test',
    limits: {
      passCodeAttempts: 8,
      passCodeWindowSeconds: 600,
      pageRows: 1_000,
      contentLinkTtlSeconds: 14_400,
      ...limits,
    },
  };
  const parts = makeShareParts(deps);
  const call = (change: Partial<CallContext> = {}) =>
    makeCall(NOW_MS, { address: '192.0.2.1', userAgent: 'Mozilla/5.0', ...change });
  return {
    owner,
    drive,
    keyring,
    captchas,
    deps,
    parts,
    call,
    person,
    create: (fileIds, change = {}, context = {}) =>
      create(
        parts,
        owner,
        {
          fileIds,
          passCodeRequired: false,
          customPassCode: '',
          expirationDays: -1,
          restoreLimit: -1,
          title: '',
          shareTo: 'publiclink',
          ...change,
        },
        call(context),
      ),
    open: (shareId, change = {}, context = {}) =>
      open(
        parts,
        {
          shareId: asShareId(shareId),
          passCode: '',
          passCodeToken: '',
          parentId: asNodeId(''),
          limit: 0,
          pageToken: '',
          order: 'mod_desc',
          foldersFirst: true,
          ...change,
        },
        call(context),
      ),
  };
}

/** The facts of a link before its list is read. The visit counts no view. */
export async function peek(
  parts: ShareParts,
  { shareId, passCodeToken }: { shareId: ShareId; passCodeToken: string },
  call: CallContext,
): Promise<ShareCover> {
  const query = { shareId, passCodeToken, passCode: '', parentId: asNodeId(''), limit: 1, pageToken: '' } as const;
  const { cover } = await visit(
    parts,
    { ...query, order: 'mod_desc', foldersFirst: true },
    { ...call, userAgent: 'a bot' },
  );
  return cover;
}

/** Brings the views that this world has counted to their link. */
export async function foldViews(world: World, shareId: string): Promise<void> {
  await world.parts.views.flush();
  await world.parts.views.fold(shareId);
}

/** Sets the clock of the share's object. */
export function setClock(shareId: string, nowMs: number): Promise<void> {
  return runInDurableObject(objects.shares.getByName(shareId), (object: ShareObject) => {
    Object.assign(object, { clock: { nowMs: () => nowMs } });
  });
}

/** The event that a shared tree changed, delivered at once. */
export async function changeTree(world: World, shareId: string, removed = true): Promise<void> {
  const payload = { shareIds: [shareId], removed };
  await onTreesChanged(world.deps, [
    { id: newWireId(), event: 'drive.tree-changed', source: world.owner.userId, payload },
  ]);
}

/** Tests with a world of links. */
export const shareTest = test.extend('world', () => makeWorld());
