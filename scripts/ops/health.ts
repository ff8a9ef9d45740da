/** `npm run ops -- health`: the disk of the running server, its objects that cannot be read, and all that needs an operator. */

import { type AttentionItem, textsOfAttention } from '#shared/ops/attention.ts';
import type { MachineHealth } from '#worker/platform/machine/health.ts';
import { type Area, askServer } from './area.ts';
import { tooMuch } from './arguments.ts';

const MIB = 1024 * 1024;

function attentionLine(item: AttentionItem): string {
  const { title, advice, remedy } = textsOfAttention(item);
  const since = item.sinceMs === null ? '' : `  ${new Date(item.sinceMs).toISOString()}`;
  return `${item.level}: ${title}${since}\n  ${advice}  ${'section' in remedy ? `/ops/${remedy.section}` : remedy.command}`;
}

export const healthArea: Area = {
  usage: ['health'],
  async run(args, dataDir) {
    if (args.length > 0) throw tooMuch(args);
    const found = await askServer<MachineHealth | null>(dataDir, '/_internal/health', {});
    const items = await askServer<AttentionItem[]>(dataDir, '/_internal/attention', {});
    const needs = items.length > 0 ? items.map(attentionLine) : ['nothing needs you'];
    // The platform takes care of the disk.
    if (!found) return needs.join('\n');
    const { disk, damaged } = found;
    const space = `disk: ${disk.level}, ${Math.floor(disk.freeBytes / MIB)} MiB free, ${Math.floor(disk.watermarkBytes / MIB)} MiB kept`;
    const objects = damaged.map(
      ({ className, name, id, what, remedy }) => `${className} ${name} (${id}): ${what}; ${remedy}`,
    );
    return [space, ...(objects.length > 0 ? objects : ['objects: none is known to be damaged']), ...needs].join('\n');
  },
};
