/**
 * One person's drive. Its RPC methods are those of the nouns (`rpc.ts`): each checks its caller and calls one part, all of them
 * made over one core. Methods return Results. Those without a caller are for other objects, the hash job and event handlers.
 */
import { type Env, readConfig } from '#worker/env.ts';
import type { EndedSessions } from '#worker/platform/session-guard.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { accountMethods } from './account/rpc.ts';
import { archiveMethods } from './archive/rpc.ts';
import { bellMethods } from './bell/rpc.ts';
import { collectMethods } from './collect/rpc.ts';
import { addMethods, type RpcMethods } from './core/rpc-methods.ts';
import { type TreeLimits, treeLimitsOf } from './core/tx.ts';
import { deskMethods } from './desk/rpc.ts';
import { downloadMethods } from './downloader/rpc.ts';
import { DRIVE_MIGRATIONS } from './drive.migrations.ts';
import { type DriveParts, makeDriveParts } from './drive-parts.ts';
import { entitlementMethods } from './entitlement/rpc.ts';
import { fetchMethods } from './fetch/rpc.ts';
import { grantMethods } from './grants/rpc.ts';
import { jobMethods } from './jobs/rpc.ts';
import { liveMethods } from './live/rpc.ts';
import { pictureMethods } from './pictures/rpc.ts';
import { sharingMethods } from './sharing/rpc.ts';
import { taskMethods } from './tasks/rpc.ts';
import { treeMethods } from './tree/rpc.ts';
import { uploadMethods } from './upload/rpc.ts';
import { zipMethods } from './zip/rpc.ts';

type NounMethods = typeof entitlementMethods &
  typeof bellMethods &
  typeof treeMethods &
  typeof jobMethods &
  typeof liveMethods &
  typeof uploadMethods &
  typeof sharingMethods &
  typeof collectMethods &
  typeof pictureMethods &
  typeof grantMethods &
  typeof fetchMethods &
  typeof downloadMethods &
  typeof zipMethods &
  typeof archiveMethods &
  typeof taskMethods &
  typeof accountMethods &
  typeof deskMethods;

/** In the order of the nouns. */
const METHODS: NounMethods = {
  ...entitlementMethods,
  ...bellMethods,
  ...treeMethods,
  ...jobMethods,
  ...liveMethods,
  ...uploadMethods,
  ...sharingMethods,
  ...collectMethods,
  ...pictureMethods,
  ...grantMethods,
  ...fetchMethods,
  ...downloadMethods,
  ...zipMethods,
  ...archiveMethods,
  ...taskMethods,
  ...accountMethods,
  ...deskMethods,
};

/** The methods that the nouns bring with them. */
export interface DriveObject extends RpcMethods<DriveParts, NounMethods> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` defines every method of the interface
export class DriveObject extends StoredObject<Env> {
  #limits: TreeLimits | undefined;
  readonly #parts: DriveParts = makeDriveParts(this.makeCore(), this.env, this.ctx, () => this.treeLimits());

  static {
    addMethods(DriveObject.prototype, (drive: DriveObject) => drive.#parts, METHODS);
  }

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'DriveObject', DRIVE_MIGRATIONS);
    this.#parts.endFormerLeases();
  }

  /** A method, so that tests can make the tree smaller. */
  protected treeLimits(): TreeLimits {
    this.#limits ??= treeLimitsOf(readConfig(this.env).limits);
    return this.#limits;
  }

  protected override onAlarm(nowMs: number): Promise<number | null> {
    return this.#parts.onAlarm(nowMs);
  }

  /** The handshake of one window. */
  override async fetch(request: Request): Promise<Response> {
    return this.#parts.windows.open(request);
  }

  /** Windows send nothing but `ping`, which the runtime answers without waking this object. */
  override webSocketMessage(socket: WebSocket): void {
    this.#parts.windows.onMessage(socket);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean "no code" and may not be sent.
    socket.close(code === 1_005 || code === 1_006 ? 1_000 : code);
  }

  endSessions(ended: EndedSessions) {
    return this.#parts.endSessions(ended);
  }
}
