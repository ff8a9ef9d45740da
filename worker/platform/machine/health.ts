/** Health of one machine for its operators: the free disk space and the damaged objects. */
import { type DiskSpace, type DiskState, diskSpaceOf, type MachineBindings } from '../disk-space.ts';
import { type DamagedObject, makeObjectRegistry } from '../object-registry.ts';

export interface MachineHealth {
  readonly disk: DiskState;
  readonly damaged: readonly DamagedObject[];
}

/** @returns null where the platform takes care of both */
export async function healthOf(bindings: MachineBindings): Promise<MachineHealth | null> {
  const registry = makeObjectRegistry(bindings);
  if (!registry) return null;
  const space: DiskSpace = diskSpaceOf(bindings);
  const [disk, damaged] = await Promise.all([space.state(), registry.damaged()]);
  return { disk, damaged };
}
