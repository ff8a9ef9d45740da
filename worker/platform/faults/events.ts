/** Deliveries of events that fail by seed. An event counts as taken only when it was delivered. */
import type { DeliverEvents, DomainEvent } from '../domain-event.ts';
import { type EventFault, type FaultPlan, InjectedFault, makeFaults } from './faults.ts';

/**
 * `lost` delivers nothing; `after` delivers and says it failed; `twice` delivers two times; `late` delivers, and once more
 * with later events; `shuffled` delivers in another order, of which only the first half.
 */
export function makeFaultyDeliver(deliver: DeliverEvents, plan: FaultPlan<EventFault>): DeliverEvents {
  const faults = makeFaults(plan);
  let late: DomainEvent[] = [];

  function shuffled(items: readonly DomainEvent[]): DomainEvent[] {
    const order = [...items];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = faults.below(at + 1);
      const [left, right] = [order[at], order[other]];
      if (left && right) [order[at], order[other]] = [right, left];
    }
    return order;
  }

  return async (items) => {
    const fault = faults.next();
    if (fault === 'lost') throw new InjectedFault(fault, 'deliver');
    const order = shuffled(items);
    const sent = fault === 'shuffled' ? order.slice(0, Math.ceil(order.length / 2)) : items;
    const taken = await deliver(sent);
    if (late.length > 0) await deliver(shuffled(late));
    late = fault === 'late' ? [...items] : [];
    if (fault === 'twice') await deliver(sent);
    if (fault === 'after') throw new InjectedFault(fault, 'deliver');
    return taken;
  };
}
