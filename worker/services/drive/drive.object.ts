/**
 * One person's drive. Its tables, RPC methods and alarm are those of its parts (drive-parts.ts); each method checks its caller.
 * Methods return Results. Those without a caller are for other objects, jobs and event handlers.
 */
import { type Env, readConfig } from '#worker/env.ts';
import { objectOf } from '#worker/platform/parts/parted-object.ts';
import { makeDriveCore } from './core/drive-core.ts';
import { type TreeLimits, treeLimitsOf } from './core/tx.ts';
import { DRIVE_PARTS, NODE_LISTENERS } from './drive-parts.ts';

export class DriveObject extends objectOf<Env>()('DriveObject', DRIVE_PARTS) {
  #limits: TreeLimits | undefined;
  protected override readonly made = DRIVE_PARTS.makeAll({
    core: makeDriveCore(this.makeCore(), this.env, NODE_LISTENERS, () => this.treeLimits()),
    ctx: this.ctx,
  });

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.made.formerProcess.end();
  }

  /** A method, so that tests can make the tree smaller. */
  protected treeLimits(): TreeLimits {
    this.#limits ??= treeLimitsOf(readConfig(this.env).limits);
    return this.#limits;
  }

  protected override onAlarm(nowMs: number): Promise<number | null> {
    this.made.formerProcess.end();
    return super.onAlarm(nowMs);
  }

  /** The handshake of one window. */
  override async fetch(request: Request): Promise<Response> {
    return this.made.windows.open(request);
  }

  /** Windows send nothing but `ping`, which the runtime answers without waking this object. */
  override webSocketMessage(socket: WebSocket): void {
    this.made.windows.onMessage(socket);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean "no code" and may not be sent.
    socket.close(code === 1_005 || code === 1_006 ? 1_000 : code);
  }
}
