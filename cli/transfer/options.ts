/** Options that `put` and `get` share: how many files at a time, and bars on a terminal. */
import type { Call, OptionSpec } from '../command/command.ts';
import { makeProgress, type Progress } from '../terminal/progress.ts';

export const TRANSFER_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  parallel: { type: 'string', value: 'number', about: 'files at a time, 1 to 16; usual: 4' },
};

const USUAL_COLUMNS = 80;

export function progressOf({ out, options }: Call): Progress {
  const { stderr } = process;
  if (!stderr.isTTY || out.isJson || options['quiet'] === true) return makeProgress(null);
  return makeProgress({
    write: (text) => void stderr.write(text),
    columns: () => stderr.columns || USUAL_COLUMNS,
    nowMs: Date.now,
  });
}
