import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/units.ts';
import type { Env } from '#worker/env.ts';
import type { DeliverEvents } from './domain-event.ts';
import { STORAGE_NEWER } from './storage/storage-failure.ts';

const env = bound as unknown as Pick<Env, 'DRIVE'>;

/** Members for subclasses that these tests call. */
interface Inside {
  deliver: DeliverEvents;
  command(work: (nowMs: number) => void): { ok: boolean };
  publishEvent(event: string, payload: Record<string, unknown>, nowMs: number): void;
  wakeAt(atMs: number): void;
  alarm(): Promise<void>;
}

it('a later alarm requested while an alarm runs does not postpone the work that a crash of that alarm leaves', async () => {
  const drive = env.DRIVE.getByName('alarm-under-way');
  await runInDurableObject(drive, async (instance, state) => {
    const inside = instance as unknown as Inside;
    inside.command((nowMs) => inside.publishEvent('test.nothing', {}, nowMs));
    let during: number | null = null;
    inside.deliver = async (items) => {
      inside.command((nowMs) => inside.wakeAt(nowMs + DAY_MS));
      during = await state.storage.getAlarm();
      return items.map(({ id }) => id);
    };
    const beganMs = Date.now();
    await inside.alarm();
    expect(during).not.toBeNull();
    expect((during ?? 0) - beganMs).toBeLessThan(60 * SECOND_MS);
  });
});

it('a later alarm requested while an alarm runs is stored, and causes no earlier alarm', async () => {
  const drive = env.DRIVE.getByName('alarm-with-a-later-one');
  await runInDurableObject(drive, async (instance, state) => {
    const inside = instance as unknown as Inside;
    inside.command((nowMs) => inside.publishEvent('test.nothing', {}, nowMs));
    inside.deliver = async (items) => {
      inside.command((nowMs) => inside.wakeAt(nowMs + DAY_MS));
      return items.map(({ id }) => id);
    };
    const beganMs = Date.now();
    await inside.alarm();
    const set = await state.storage.getAlarm();
    expect((set ?? 0) - beganMs).toBeGreaterThanOrEqual(DAY_MS);
    expect((set ?? 0) - beganMs).toBeLessThan(DAY_MS + 60 * SECOND_MS);
  });
});

it('an alarm that was lost while the server was stopped is not postponed by a later one', async () => {
  const drive = env.DRIVE.getByName('alarm-of-a-stopped-server');
  await runInDurableObject(drive, async (instance, { storage }) => {
    const inside = instance as unknown as Inside;
    inside.deliver = async () => [];
    inside.command((nowMs) => inside.publishEvent('test.nothing', {}, nowMs));
    const nowMs = Date.now();
    storage.sql.exec('UPDATE _alarm SET at_ms = ?', nowMs - HOUR_MS);
    inside.command(() => inside.wakeAt(nowMs + DAY_MS));
    const set = storage.sql.exec<{ at_ms: number }>('SELECT at_ms FROM _alarm').one().at_ms;
    expect(set).toBe(nowMs - HOUR_MS);
  });
});

it('an object that a newer version has written refuses an older one, and loses no alarm by it', async () => {
  await runInDurableObject(env.DRIVE.getByName('object-of-a-newer-version'), async (instance, state) => {
    const { storage } = state;
    const inside = instance as unknown as Inside;
    inside.command((nowMs) => inside.wakeAt(nowMs + DAY_MS));
    storage.sql.exec('UPDATE _self SET version = version + 1');
    // As while an alarm starts the object: the runtime forgets one that fails again and again.
    const dueMs = Date.now() - HOUR_MS;
    Object.defineProperty(storage, 'getAlarm', { value: async () => dueMs, configurable: true });
    let opening: Promise<unknown> = Promise.resolve();
    state.blockConcurrencyWhile = (work) => {
      opening = work();
      return opening as ReturnType<typeof work>;
    };
    const Again = instance.constructor as new (ctx: DurableObjectState, all: unknown) => unknown;
    new Again(state, bound);
    await expect(opening).rejects.toThrow(STORAGE_NEWER);
    Reflect.deleteProperty(storage, 'getAlarm');
    const set = (await storage.getAlarm()) ?? 0;
    expect(set).toBeLessThan(Date.now() + HOUR_MS);
    expect(set).toBeGreaterThan(Date.now());
  });
});
