/** The outcomes of the files of one command. */
import { CommandError, EXIT, type Exit, type Failure, failureOf } from '../command/exit.ts';
import type { Output } from '../terminal/output.ts';
import { row } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { bytesText } from '../terminal/shown.ts';

/** `instant`: the drive held the content already. `unchanged`: the same file is there. */
export type Done = 'moved' | 'instant' | 'unchanged' | 'skipped';

export interface Outcome {
  /** The path that the person gave, or the path of a file below it. */
  readonly path: string;
  readonly outcome: Done | 'failed';
  readonly size: number;
  /** Of the file in the drive; '' where there is none. */
  readonly id: string;
  readonly hash: string;
  readonly error?: Failure;
}

/** After these nothing else can succeed. */
const FINAL: readonly Exit[] = [EXIT.signIn, EXIT.network, EXIT.interrupted];

export interface Outcomes {
  add(outcome: Outcome): void;
  /** @throws the error where the whole command has to end */
  fail(path: string, error: unknown, isInterrupted: boolean): void;
  /** Prints them. @param verb  of files whose bytes moved. @throws CommandError where a file failed */
  end(out: Output, verb: string): void;
}

export function makeOutcomes(out: Output, progress: Progress): Outcomes {
  const all: Outcome[] = [];
  return {
    add: (outcome) => void all.push(outcome),
    fail(path, error, isInterrupted) {
      const failure = failureOf(error, isInterrupted);
      if (FINAL.includes(failure.exit)) throw error;
      all.push({ path, outcome: 'failed', size: 0, id: '', hash: '', error: failure });
      progress.clear();
      if (!out.isJson) out.remark(`${path}: ${failure.message}${failure.remedy === '' ? '' : `. ${failure.remedy}`}`);
    },
    end(output, verb) {
      const count = (kind: Outcome['outcome']) => all.filter(({ outcome }) => outcome === kind);
      const moved = [...count('moved'), ...count('instant')];
      const bytes = moved.reduce((sum, { size }) => sum + size, 0);
      const rest = (['unchanged', 'skipped', 'failed'] as const).flatMap((kind) => {
        const { length } = count(kind);
        return length === 0 ? [] : [`${length} ${kind}`];
      });
      const files = `${moved.length} ${moved.length === 1 ? 'file' : 'files'}`;
      output.result({ files: all }, [row([`${verb} ${files}, ${bytesText(bytes)}`, ...rest].join('; '))]);
      const failures = count('failed').flatMap(({ error }) => (error ? [error] : []));
      const [first] = failures;
      if (!first) return;
      const isOne = failures.every(({ exit }) => exit === first.exit);
      throw new CommandError({
        exit: isOne ? first.exit : EXIT.failed,
        name: isOne ? first.name : 'failed',
        message: failures.length === 1 ? first.message : `${failures.length} files failed`,
        remedy: failures.length === 1 ? first.remedy : 'The same command goes on with what failed.',
      });
    },
  };
}
