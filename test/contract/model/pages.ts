/** Shared by the steps of the model test: both drives, and reading lists to their end. */
import { expect } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import type { NodeId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';

import type { ModelCollect } from './collect-model.ts';
import type { ModelDrive } from './drive-model.ts';
import type { ModelNode } from './nodes.ts';
import type { DriveOperations } from './operations.ts';
import type { Pick } from './steps.ts';

/** Both drives, and what the steps compare them by. */
export interface DrivePair {
  readonly service: DriveOperations;
  readonly caller: Caller;
  readonly model: ModelDrive;
  readonly collect: ModelCollect;
  /** Runs a statement in the database of the drive. */
  sql<T extends Record<string, string | number | null>>(statement: string, ...values: readonly string[]): Promise<T[]>;
  pick(which: Pick): NodeId;
  /** Ids of a step, repeated until a task does it where the step says `many`. */
  idsOf(step: { readonly nodes: readonly Pick[]; readonly many: boolean }): NodeId[];
  expectSame(node: ModelNode, file: FileObject): void;
  /** Nothing was made, because something has the name. */
  expectHolder(
    said: { readonly file: FileObject | null; readonly skipped?: boolean } | undefined,
    holders: readonly ModelNode[],
  ): void;
  /** Which bytes a file of that size has. */
  bytesFor(sizeBytes: number): Uint8Array<ArrayBuffer>;
  call(): CallContext;
  /** Ends the task that a call began. */
  finishTask(taskId: string): Promise<void>;
  /** Sends the one part of an upload. */
  sendPart(session: UploadSession, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Two programs follow the drive, and know it then. @param limit  changes of one page */
  follow(limit: number): Promise<void>;
  /** Stores the tags of folders. */
  foldTags(): Promise<void>;
  /** Uploads that were begun, by id. */
  readonly sessions: Map<string, UploadSession>;
}

interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string;
}

/** Every page; none longer than asked. */
export async function allPages<T>(limit: number, read: (pageToken: string) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let pageToken = ''; ; ) {
    const page = await read(pageToken);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    pageToken = page.next;
    if (pageToken === '') return rows;
  }
}
