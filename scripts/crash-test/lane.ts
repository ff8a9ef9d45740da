/**
 * One lane: a client that works in a folder of its own, one call at a time, and records what must be there after a kill,
 * what must not, and the one change that is unknown.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireCall, WireClient } from '#test/flow/wire-client.ts';
import type { OssCredentials } from '#worker/services/drive/upload/s3/signature/signing-fixture.ts';
import { type Body, type Caller, call, type Outcome } from './calls.ts';
import type { PlannedStep } from './plan.ts';
import type { SharedState } from './shared-state.ts';
import { type Entry, Tree } from './tree.ts';

/** A key of the S3-style endpoint. */
export interface UploadKey {
  readonly address: string;
  readonly credentials: OssCredentials;
}

/** An upload that has created; its parts are those the server acknowledged. */
export interface OpenUpload {
  fileId: string;
  uploadId: string;
  bytes: Uint8Array;
  partBytes: number;
  /** Of our own protocol; '' for the S3-style one. */
  token: string;
  /** Null for our own protocol. */
  endpoint: UploadKey | null;
  acknowledged: Set<number>;
}

/** An upload that will replace the file at this path. */
export interface Replacement {
  readonly path: string;
  readonly upload: OpenUpload;
}

/** A call whose answer never came. */
export interface InFlight {
  label: string;
  before: Tree;
  after: Tree;
  again(): Promise<Outcome>;
  onOk(body: Body): void;
  isRefusal(body: Body): boolean;
  /** Path of a file that the call may leave unfinished; '' for none. */
  leaves: string;
  /** Whether a repeat is one call with the first by its key, or by its nature. Otherwise it is repeated only when it had not happened. */
  isOnce: boolean;
}

/** Counts over all lanes. */
export interface Tally {
  acknowledged: number;
  refused: Map<string, number>;
  unknown: number;
  /** Unknown ones found done, and found not done. */
  happened: number;
  notHappened: number;
  lost: string[];
  violations: string[];
}

export interface Change {
  label: string;
  /** Makes the tree that the call leads to; left out where it changes none. */
  change?(tree: Tree): void;
  send(key: string): Promise<Outcome>;
  onOk?(body: Body): void;
  /** The task that an answer names: the step ends with it. */
  taskOf?(body: Body): string;
  /** Refusals that may come, by name. */
  mayRefuse?: readonly string[];
  /** An answer that label no; then nothing has happened. */
  isRefusal?(body: Body): boolean;
  isOnce?: boolean;
  /** Path of a file that may be left unfinished until the call is repeated. */
  leaves?: string;
}

/** How a step ended: `stop`: the server is gone, and the lane waits for the next one. */
export type StepEnd = 'done' | 'stop';

/** Takes a step. @param numbers  0 to 1, which the choices of the step come from */
export type Step = (lane: Lane, numbers: PlannedStep['numbers']) => Promise<StepEnd>;

const HISTORY_LINES = 60;
const TASK_TRIES = 400;
const TASK_POLL_MS = 25;

/** @param at  0 to 1 */
export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[Math.floor(at * list.length)];
}

export class Lane {
  readonly name: string;
  readonly person: Caller;
  readonly folderId: string;
  readonly shared: SharedState;
  readonly tally: Tally;
  /** Only one lane of a person may use the trash: emptying it is the person's. */
  readonly usesTrash: boolean;
  tree = new Tree();
  inFlight: InFlight | null = null;
  readonly open = new Map<string, OpenUpload>();
  /** The lane does nothing else until this upload is complete. */
  replacing: Replacement | null = null;
  readonly history: string[] = [];
  made = 0;

  constructor(init: {
    name: string;
    person: Caller;
    folderId: string;
    shared: SharedState;
    tally: Tally;
    usesTrash: boolean;
  }) {
    this.name = init.name;
    this.person = init.person;
    this.folderId = init.folderId;
    this.shared = init.shared;
    this.tally = init.tally;
    this.usesTrash = init.usesTrash;
  }

  get wire(): WireClient {
    return this.person.wire;
  }

  note(line: string): void {
    this.history.push(line);
    if (this.history.length > HISTORY_LINES) this.history.shift();
  }

  /** A name no other node has. */
  newName(extension = ''): string {
    this.made += 1;
    return `${this.name}-${this.made}${extension}`;
  }

  idOf(path: string): string {
    return path === '' ? this.folderId : (this.tree.entries.get(path)?.id ?? '');
  }

  /** Folders whose id is known, the lane's own among them. */
  folders(): string[] {
    return ['', ...this.paths((entry) => !entry.isFile)];
  }

  /** Paths of entries whose id is known. */
  paths(wanted: (entry: Entry) => boolean): string[] {
    return [...this.tree.entries].filter(([, entry]) => entry.id !== '' && wanted(entry)).map(([path]) => path);
  }

  /** One of the paths whose id is known. @param at  0 to 1 */
  pick(at: number, wanted: (entry: Entry) => boolean = () => true): string | undefined {
    return pick(this.paths(wanted), at);
  }

  /** A call of the lane's person. */
  call(method: string, address: string, options: Omit<WireCall, 'token'> = {}): Promise<Outcome> {
    return call(this.wire, method, address, { token: this.person.token, ...options });
  }

  /** One call that changes something, and the task that it begins. */
  async step(change: Change): Promise<StepEnd> {
    let taskId = '';
    const onOk = (body: Body): void => {
      change.onOk?.(body);
      taskId = change.taskOf?.(body) ?? '';
    };
    const end = await this.attempt({ ...change, onOk });
    return end === 'ok' && taskId !== '' ? this.untilEnded(taskId) : 'done';
  }

  /** Waits until a task that was acknowledged has ended. */
  async untilEnded(taskId: string): Promise<StepEnd> {
    for (let tries = 0; tries < TASK_TRIES; tries++) {
      const asked = await this.call('GET', `/drive/v1/tasks/${taskId}`);
      if (asked.kind === 'unknown') return 'stop';
      const phase: string = asked.kind === 'ok' ? asked.body.phase : asked.error;
      if (phase === 'PHASE_TYPE_COMPLETE') return 'done';
      if (phase !== 'PHASE_TYPE_RUNNING' && phase !== 'PHASE_TYPE_PENDING') {
        this.tally.violations.push(`${this.name}: task ${taskId} ended as ${phase}`);
        return 'done';
      }
      await delay(TASK_POLL_MS);
    }
    this.tally.violations.push(`${this.name}: task ${taskId} did not end`);
    return 'done';
  }

  /** One call that changes something. */
  async attempt(change: Change): Promise<'ok' | 'refused' | 'unknown'> {
    const before = this.tree;
    const after = before.clone();
    change.change?.(after);
    const key = randomUUID();
    this.inFlight = {
      label: change.label,
      before,
      after,
      again: () => change.send(key),
      onOk: (body) => change.onOk?.(body),
      isRefusal: (body) => change.isRefusal?.(body) ?? false,
      isOnce: change.isOnce ?? true,
      leaves: change.leaves ?? '',
    };
    const outcome = await change.send(key);
    this.note(`${change.label}: ${outcome.kind}${outcome.kind === 'ok' ? '' : ` ${JSON.stringify(outcome)}`}`);
    if (outcome.kind === 'unknown') {
      this.tally.unknown += 1;
      return 'unknown';
    }
    this.inFlight = null;
    if (outcome.kind === 'refused') {
      this.tally.refused.set(outcome.error, (this.tally.refused.get(outcome.error) ?? 0) + 1);
      if (!change.mayRefuse?.includes(outcome.error))
        this.tally.violations.push(`${this.name}: refused ${change.label}: ${outcome.status} ${outcome.error}`);
      return 'refused';
    }
    if (change.isRefusal?.(outcome.body)) return 'refused';
    this.tally.acknowledged += 1;
    this.tree = after;
    change.onOk?.(outcome.body);
    return 'ok';
  }
}
