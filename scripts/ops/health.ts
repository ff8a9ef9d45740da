/** `npm run ops health`: whether the disk of the running server is full, and which of its objects cannot be read. */
import type { MachineHealth } from '#worker/platform/machine-health.ts';
import { type Area, callServer, UsageError } from './area.ts';

const MIB = 1024 * 1024;

export const healthArea: Area = {
  usage: ['health'],
  async run(args, dataDir) {
    if (args.length > 0) throw new UsageError();
    const { status, text } = await callServer(dataDir, '/_internal/health', {});
    if (status !== 200) throw new Error(`the server refused: ${status} ${text.slice(0, 300)}`);
    const { disk, damaged } = JSON.parse(text) as MachineHealth;
    const space = `disk: ${disk.level}, ${Math.floor(disk.freeBytes / MIB)} MiB free, ${Math.floor(disk.watermarkBytes / MIB)} MiB kept`;
    const objects = damaged.map(
      ({ className, name, id, what, remedy }) => `${className} ${name} (${id}): ${what}; ${remedy}`,
    );
    return [space, ...(objects.length > 0 ? objects : ['objects: none is known to be damaged'])].join('\n');
  },
};
