/** Outcome of saving from a link, in the params of its task. Ours, beside `trace_file_ids` of wire-contract.md 6.3. */
import * as v from 'valibot';

const newNames = v.array(v.object({ from: v.string(), to: v.string() }));
/** A node that was saved under another name. */
export type SavedName = v.InferOutput<typeof newNames>[number];

export interface SavedOutcome {
  /** Things that were asked for and are there now; those inside their folders are not counted. */
  readonly saved: number;
  /** How many of them had to take another name. */
  readonly renamed: number;
  /** Some of these, the first ones. */
  readonly names: readonly SavedName[];
}

/** For the params of a task. @param names  the first of them; @param renamed  how many there are */
export function renamedParams(names: readonly SavedName[], renamed: number): Record<string, string> {
  return renamed === 0 ? {} : { renamed: JSON.stringify(names), renamed_count: String(renamed) };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** The outcome in these params; empty where they hold none. */
export function readSaved(params: Readonly<Record<string, string>>): SavedOutcome {
  const trace = parsed(params['trace_file_ids']);
  const names = v.safeParse(newNames, parsed(params['renamed']));
  return {
    saved: Object.keys(trace && typeof trace === 'object' ? trace : {}).length,
    renamed: names.success ? Math.max(names.output.length, Number(params['renamed_count']) || 0) : 0,
    names: names.success ? names.output : [],
  };
}
