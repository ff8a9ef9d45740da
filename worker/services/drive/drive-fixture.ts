/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Drives for the tests of this module: a person's calls with defaults, and trees and files written directly.
 */

import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveTx } from './core/tx.ts';
import { driveOf } from './deps.ts';
import type { DriveObject } from './drive.object.ts';
import { NODE_LISTENERS } from './drive-parts.ts';
import type { TaskRow } from './jobs/task.store.ts';
import { gainContent } from './tree/content.store.ts';
import type { ListRequest } from './tree/listing.store.ts';
import type { NodeRow } from './tree/node-columns.ts';
import { insertNode, type NewNode } from './tree/tree.store.ts';
import type { uploadPart } from './upload/part.ts';

const objects = objectsOf(bound as unknown as Env);
export const DAY_MS = 86_400_000;
export const LIMIT_BYTES = 1_000_000;

/** A content key made of a word; the bytes behind it do not matter to the tree. */
export function keyOf(word: string): string {
  return `1-${word.padEnd(64, '0')}`;
}

const LISTED: ListRequest = {
  parentId: '',
  rows: 1_000,
  pageToken: '',
  order: 'name_asc',
  foldersFirst: true,
  trashed: false,
  foldersOnly: false,
  filesOnly: false,
  phases: [],
  starred: false,
};

/** @param userId  whose; default a new person */
export function makeDrive(userId: string = newWireId()) {
  const stub = objects.drives.getByName(userId);
  const uploads = driveOf<typeof uploadPart>(objects, userId);
  const caller: CallerData = { userId, sessionId: 'family', epoch: 1 };

  /** Runs with the object itself; `sql` is its database. */
  function inside<T>(work: (drive: DriveObject, sql: SqlStorage) => T | Promise<T>): Promise<T> {
    return runInDurableObject(stub, (instance: DriveObject, state: DurableObjectState) =>
      work(instance, state.storage.sql),
    );
  }

  async function folder(name: string, parentId = ''): Promise<string> {
    return unwrap(await stub.createFolder(caller, { parentId, name }, null)).id;
  }

  /** Adds complete files as an upload would leave them. */
  async function files(nodes: readonly (Partial<NewNode> & { name: string; content?: string })[]): Promise<string[]> {
    unwrap(await stub.space(caller));
    return inside((_, sql) => {
      const limits = { nodesPerDrive: 1_000_000, nodesPerCopy: 1_000_000, graceMs: DAY_MS };
      const tx = {
        sql,
        credential: '',
        run: 1,
        nowMs: 1_000,
        limits,
        listeners: NODE_LISTENERS,
        publish: () => undefined,
        changed: () => undefined,
        bellChanged: () => undefined,
        wakeAt: () => undefined,
        wakeForLease: () => undefined,
      };
      return nodes.map((node) => {
        const id = node.id ?? newWireId();
        const sizeBytes = node.sizeBytes ?? 10;
        const contentKey = keyOf(node.content ?? 'a');
        insertNode(sql, { parentId: '', isFile: true, nowMs: 1_000, ...node, id, sizeBytes, contentKey });
        gainContent(tx, {
          contentKey,
          manifest: JSON.stringify({ v: 1, size: sizeBytes, parts: [{ key: 'x', size: sizeBytes }] }),
          sizeBytes,
          gcid: 'ab',
          crc32: 7,
        });
        sql.exec('UPDATE space SET usage_bytes = usage_bytes + ?', sizeBytes);
        return id;
      });
    });
  }

  async function file(name: string, parentId = '', sizeBytes = 10, content = 'a'): Promise<string> {
    const [id = ''] = await files([{ name, parentId, sizeBytes, content }]);
    return id;
  }

  async function list(asked: Partial<ListRequest> = {}): Promise<NodeRow[]> {
    return unwrap(await stub.listNodes(caller, { ...LISTED, ...asked })).rows;
  }

  async function names(parentId = ''): Promise<string[]> {
    return (await list({ parentId })).map((row) => row.name);
  }

  async function task(taskId: string): Promise<TaskRow> {
    return unwrap(await stub.task(caller, taskId));
  }

  /** Lets the alarm run until a task has nothing left to do. @returns how often it ran */
  async function finish(taskId: string): Promise<number> {
    for (let runs = 0; runs < 200; runs += 1) {
      if ((await task(taskId)).job === null) return runs;
      await runAlarm(stub);
    }
    throw new Error('the task never ends');
  }

  /** Invariants of a drive at rest: its counters match its rows, and every row has its folder. */
  function audit(): Promise<{
    usage: number;
    /** Counted nodes and versions that are not there. */
    nodes: number;
    rows: number;
    reserved: number;
    contents: number;
    promised: number;
    orphans: number;
    strayVersions: number;
  }> {
    return inside((_, sql) => {
      const number = (text: string): number => Number(Object.values(sql.exec(text).one())[0]);
      return {
        usage:
          number('SELECT usage_bytes FROM space') -
          number('SELECT coalesce(sum(size_bytes), 0) FROM nodes WHERE content_key IS NOT NULL') -
          number('SELECT coalesce(sum(size_bytes), 0) FROM versions'),
        nodes: number('SELECT nodes - (SELECT count(*) FROM nodes) - (SELECT count(*) FROM versions) FROM space'),
        rows: number('SELECT count(*) FROM nodes'),
        reserved:
          number('SELECT reserved_bytes FROM space') - number('SELECT coalesce(sum(bytes), 0) FROM reservations'),
        promised: number('SELECT reserved_bytes FROM space'),
        contents: number(
          'SELECT count(*) FROM (SELECT content_key, count(*) AS n FROM (SELECT content_key FROM nodes WHERE content_key IS NOT NULL UNION ALL SELECT content_key FROM versions) GROUP BY content_key) AS held FULL JOIN contents ON contents.content_key = held.content_key WHERE contents.nodes IS NOT held.n',
        ),
        orphans: number(
          "SELECT count(*) FROM nodes WHERE parent_id NOT IN (SELECT id FROM nodes) AND parent_id NOT IN ('', '~trash', '~gone', '~made')",
        ),
        strayVersions: number(
          "SELECT count(*) FROM versions WHERE node_id NOT IN (SELECT id FROM nodes WHERE is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE')",
        ),
      };
    });
  }

  return { userId, stub, uploads, caller, inside, folder, file, files, list, names, task, finish, audit };
}

export type TestDrive = ReturnType<typeof makeDrive>;

/** Name of the refusal, or null when there was none. */
export function refusalOf(result: {
  ok: boolean;
  error?: { name: string; detail?: { reason?: string } };
}): string | null {
  if (result.ok) return null;
  return result.error?.detail?.reason ?? result.error?.name ?? '';
}

/** A transaction of nothing but its database: its events are dropped. */
export function txOf(sql: SqlStorage, nowMs: number): DriveTx {
  const limits = { nodesPerDrive: 1, nodesPerCopy: 1, graceMs: 1 };
  const nothing = () => undefined;
  return {
    sql,
    credential: '',
    run: 1,
    nowMs,
    limits,
    listeners: [],
    publish: nothing,
    changed: nothing,
    wakeAt: nothing,
    wakeForLease: nothing,
    bellChanged: nothing,
  };
}

/** Tests with the drive of a new person. */
export const driveTest = test.extend('drive', () => makeDrive());
