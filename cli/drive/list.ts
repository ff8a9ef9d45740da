/** Commands that only look: `ls`, `df`. */
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { Command } from '../command/command.ts';
import { row } from '../terminal/output.ts';
import { bytesText } from '../terminal/shown.ts';
import { entriesOf, factsOf } from './node.ts';
import { requirePlace } from './place.ts';

/** With a slash behind folders; the long form has size and time before it. */
function lineOf(file: FileObject, isLong: boolean): string {
  const isFolder = file.kind === 'drive#folder';
  const name = `${file.name}${isFolder ? '/' : ''}`;
  if (!isLong) return row(name);
  const modified = String(factsOf(file)['modified']).slice(0, 16).replace('T', ' ');
  return row((isFolder ? '-' : bytesText(Number(file.size))).padStart(9), modified, name);
}

export const lsCommand: Command = {
  name: 'ls',
  about: 'list a folder, or show one file',
  args: '[path]',
  least: 0,
  most: 1,
  options: { long: { type: 'boolean', short: 'l', about: 'with size and time of change (UTC)' } },
  more: [],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const place = await requirePlace(drive, args[0] ?? '/', signal);
    const files: FileObject[] = [];
    if (place.isFolder) for await (const file of entriesOf(drive, place.id, signal)) files.push(file);
    else if (place.file) files.push(place.file);
    out.result(
      files.map(factsOf),
      files.map((file) => lineOf(file, options['long'] === true)),
    );
  },
};

export const dfCommand: Command = {
  name: 'df',
  about: 'show how much space is used and free',
  args: '',
  least: 0,
  most: 0,
  options: {},
  more: [],
  completes: 'nothing',
  async run({ out, drive, signal }) {
    const { quota } = await drive.api.call(browserContract.about, { signal });
    const [limit, used] = [Number(quota.limit), Number(quota.usage)];
    const facts = {
      limit: quota.is_unlimited ? null : limit,
      used,
      free: quota.is_unlimited ? null : Math.max(0, limit - used),
      in_trash: Number(quota.usage_in_trash),
      in_versions: Number(quota.usage_in_versions),
    };
    out.result(facts, [
      row('Size', facts.limit === null ? 'unlimited' : bytesText(facts.limit)),
      row('Used', bytesText(used)),
      ...(facts.free === null ? [] : [row('Free', bytesText(facts.free))]),
      row('Trash', bytesText(facts.in_trash)),
      row('Versions', bytesText(facts.in_versions)),
    ]);
  },
};
