import { expect, it } from 'vitest';
import { labelOf, makeCostMeter } from './meter.ts';
import { costMeterOf, meteredEnv, meteredSql } from './metered-env.ts';

it.each([
  ['SELECT id FROM nodes WHERE parent = ?', 'select nodes'],
  ['INSERT OR IGNORE INTO viewers (viewer) VALUES (?) RETURNING 1', 'insert viewers'],
  ['INSERT INTO nodes SELECT * FROM staged', 'insert nodes'],
  ['UPDATE usage SET bytes = bytes + ?', 'update usage'],
  ['  DELETE FROM _outbox WHERE id = ?', 'delete _outbox'],
  ['WITH RECURSIVE below(id) AS (SELECT 1) UPDATE nodes SET depth = 1 WHERE id IN below', 'update nodes'],
  ['CREATE TABLE IF NOT EXISTS _self (class TEXT)', 'create _self'],
  ['PRAGMA optimize', 'run'],
])('the label of a statement: %s is counted as %s', (statement, label) => {
  expect(labelOf(statement)).toBe(label);
});

const objects = {
  getByName: (name: string) => ({
    id: 7,
    name,
    list: async (limit: number) => Array.from({ length: limit }, () => name),
  }),
};
const kv = { get: async (key: string) => key, put: async () => undefined, getWithMetadata: async () => null };
const bucket = { get: async () => null, createMultipartUpload: async () => null };
const disk = { fetch: async () => new Response('') };
const bindings = () => ({
  COUNT_COST: 'on',
  DRIVE: objects,
  CONFIG: kv,
  BLOBS: bucket,
  BLOBS_DISK: disk,
  MAIL: 'off',
});

it('counts each call of an object and answers what the object answers', async () => {
  const env = meteredEnv(bindings());
  const stub = env.DRIVE.getByName('alice');
  expect([stub.id, stub.name]).toEqual([7, 'alice']);
  expect(await stub.list(2)).toEqual(['alice', 'alice']);
  await stub.list(1);
  expect(costMeterOf(env)?.take().calls).toEqual({ 'DRIVE.list': 2 });
});

it('counts operations of the stores by what they do', async () => {
  const env = meteredEnv(bindings());
  await env.CONFIG.get('a');
  await env.BLOBS.get();
  const { fetch } = env.BLOBS_DISK as unknown as { fetch: (url: string, init?: RequestInit) => Promise<Response> };
  await fetch('http://disk/a');
  await fetch('http://disk/a', { method: 'PUT' });
  expect(costMeterOf(env)?.take().operations).toEqual({ 'kv get': 1, 'r2 get': 1, 'disk get': 1, 'disk put': 1 });
});

it('one meter serves requests, objects and jobs that start from the same bindings', () => {
  const env = bindings();
  expect(costMeterOf(meteredEnv(env))).toBe(costMeterOf(env));
  expect(meteredEnv(meteredEnv(env))).toBe(meteredEnv(env));
});

it('a reading starts the counts again', () => {
  const meter = makeCostMeter();
  meter.setAlarm('DriveObject');
  meter.cursor('DriveObject', 'UPDATE usage SET bytes = 1', { rowsRead: 3, rowsWritten: 2 });
  const { rowsRead, rowsWritten } = meter.take();
  expect(rowsWritten).toEqual({ 'DriveObject set alarm': 1, 'DriveObject update usage': 2 });
  expect(rowsRead).toEqual({ 'DriveObject update usage': 3 });
  expect(meter.take().rowsWritten).toEqual({});
});

it('a process that counts costs: without the setting the bindings are the same and there is no meter', () => {
  const env = { ...bindings(), COUNT_COST: '' };
  expect(meteredEnv(env)).toBe(env);
  expect(costMeterOf(env)).toBeNull();
  const sql = { exec: () => undefined } as unknown as SqlStorage;
  expect(meteredSql(sql, 'DriveObject', null)).toBe(sql);
});
