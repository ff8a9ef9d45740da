/** Faulty delivery of an object's events in tests, and its end. */
import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { MINUTE_MS } from '#shared/units.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { systemClock } from '#worker/platform/clock.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';

type Stub = Parameters<typeof runAlarm>[0];

/** Every fault that was injected is logged, as it should be; here only the others are of interest. */
export function hideInjectedFaults(): void {
  const { error } = console;
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => {
    if (!/"message":"(lost|after): deliver"/.test(String(line))) error(line);
  });
}

/** @returns the delivery before the change */
export function changeDeliver(stub: Stub, change: (deliver: DeliverEvents) => DeliverEvents): Promise<DeliverEvents> {
  return runInDurableObject(stub, (instance) => {
    const inside = instance as unknown as { deliver: DeliverEvents };
    const before = inside.deliver;
    inside.deliver = change(before);
    return before;
  });
}

/** Delivers until no event is left. @throws Error when the outbox never empties */
export async function deliverAll(stub: Stub): Promise<void> {
  for (let runs = 0; runs < 20; runs += 1) {
    const left = await runInDurableObject(stub, async (_object, { storage }) => {
      storage.sql.exec('UPDATE _outbox SET due_ms = 0');
      await storage.setAlarm(systemClock.nowMs() + MINUTE_MS);
      return storage.sql.exec('SELECT 1 FROM _outbox').toArray().length;
    });
    if (left === 0) return;
    await runAlarm(stub);
  }
  throw new Error('the outbox never empties');
}
