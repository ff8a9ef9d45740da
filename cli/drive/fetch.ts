/** `fetch`: the server downloads an address into the drive. */
import { setTimeout as delay } from 'node:timers/promises';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { Call, Command } from '../command/command.ts';
import { CommandError, EXIT } from '../command/exit.ts';
import { row } from '../terminal/output.ts';
import { bar } from '../terminal/progress.ts';
import { requireFolder } from './place.ts';

const POLL_MS = 1_000;

function factsOfTask(task: TaskObject): Readonly<Record<string, unknown>> {
  const { id, name, phase, progress, file_id: fileId, file_size: size, message } = task;
  return { task: id, name, phase, progress, file_id: fileId, size: Number(size), message };
}

async function untilFetched({ drive, out, options, signal }: Call, id: string): Promise<TaskObject> {
  const isDrawn = process.stderr.isTTY && !out.isJson && options['quiet'] !== true;
  for (;;) {
    const task = await drive.api.call(browserContract.task, { params: { id }, signal });
    if (isDrawn) process.stderr.write(`\r${bar(task.progress / 100)} ${task.progress}%`);
    if (task.phase === 'PHASE_TYPE_COMPLETE' || task.phase === 'PHASE_TYPE_ERROR') {
      if (isDrawn) process.stderr.write('\n');
      return task;
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

export const fetchCommand: Command = {
  name: 'fetch',
  about: 'let the server download an address into the drive',
  args: '<address> [folder]',
  least: 1,
  most: 2,
  options: { wait: { type: 'boolean', short: 'w', about: 'wait until the file is in the drive' } },
  more: ['Without a folder the file goes to My Pack.'],
  completes: 'nothing',
  async run(call) {
    const { args, options, out, drive, signal } = call;
    const [url = '', folder] = args;
    const parentId = folder === undefined ? null : (await requireFolder(drive, folder, signal)).id;
    const body = {
      kind: 'drive#file' as const,
      upload_type: 'UPLOAD_TYPE_URL',
      url: { url },
      ...(parentId === null ? { folder_type: 'DOWNLOAD' } : { parent_id: parentId }),
    };
    const { task } = await drive.api.call(browserContract.create, { body, signal });
    if (!task)
      throw new CommandError({ exit: EXIT.failed, name: 'no_task', message: 'nothing is fetched', remedy: '' });
    const now = options['wait'] === true ? await untilFetched(call, task.id) : task;
    if (now.phase === 'PHASE_TYPE_ERROR')
      throw new CommandError({
        exit: EXIT.failed,
        name: 'fetch_failed',
        message: `the address was not fetched: ${now.message}`,
        remedy: 'Look at the address, and at the list of fetches in the browser.',
      });
    out.result(factsOfTask(now), [row(now.phase === 'PHASE_TYPE_COMPLETE' ? 'Fetched' : 'Fetching', now.name, now.id)]);
  },
};
