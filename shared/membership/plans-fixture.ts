/** Plans for tests: premium has ten times the storage and the tasks. */

import { TIB } from '#shared/units.ts';
import type { PlanLimits, Plans } from './plans.ts';

export function makePlans(storageBytes: number, tasksPerDay = 100): Plans {
  const free: PlanLimits = {
    storageBytes,
    fileBytes: TIB,
    tasksPerDay,
    tasksOpen: 100,
    tasksAtOnce: 3,
    links: null,
    transfersAtOnce: 3,
    trafficBytes: { offline: null, upload: null, download: null },
    slowBytesPerSecond: null,
  };
  return { free, premium: { ...free, storageBytes: storageBytes * 10, tasksPerDay: tasksPerDay * 10 } };
}
