import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Env } from '#worker/env.ts';
import { makeCostMeter } from './meter.ts';
import { meteredSql } from './metered-env.ts';

const env = bound as unknown as Pick<Env, 'DRIVE'>;

it('rows of a real database are counted with those of its indexes, also when a statement is used again', async () => {
  await runInDurableObject(env.DRIVE.getByName('metered'), (_object, { storage }) => {
    const meter = makeCostMeter();
    const sql = meteredSql(storage.sql, 'Metered', meter);
    sql.exec('CREATE TABLE pears (id INTEGER PRIMARY KEY, colour TEXT)');
    sql.exec('CREATE INDEX pears_colour ON pears (colour)');
    meter.take();
    for (const colour of ['green', 'yellow', 'red']) sql.exec('INSERT INTO pears (colour) VALUES (?)', colour);
    expect(sql.exec('SELECT colour FROM pears').toArray()).toHaveLength(3);
    const { rowsRead, rowsWritten } = meter.take();
    expect(rowsWritten).toEqual({ 'Metered insert pears': 6 });
    expect(rowsRead['Metered select pears']).toBe(3);
  });
});
