/// <reference types="@cloudflare/vitest-plugin/types" />
/** Rows that objects write, counted statement by statement while some work runs. */
import { runInDurableObject } from 'cloudflare:test';

export interface WrittenRows {
  /** Of every object that ran in the process. */
  readonly rows: number;
  readonly statements: ReadonlyMap<string, { readonly count: number; readonly rows: number }>;
}

type Exec = SqlStorage['exec'];

/** @param stub  any object: all of the process share the prototype of their storage */
export async function countRows(stub: DurableObjectStub, work: () => Promise<unknown>): Promise<WrittenRows> {
  const cursors: { text: string; cursor: { readonly rowsWritten: number } }[] = [];
  let restore = (): void => undefined;
  await runInDurableObject(stub, (_, state) => {
    const prototype = Object.getPrototypeOf(state.storage.sql) as { exec: Exec };
    const real = prototype.exec;
    restore = () => {
      prototype.exec = real;
    };
    prototype.exec = function exec(this: SqlStorage, text: string, ...values: unknown[]) {
      const cursor = real.call(this, text, ...values);
      cursors.push({ text, cursor });
      return cursor;
    } as Exec;
  });
  try {
    await work();
  } finally {
    restore();
  }
  const statements = new Map<string, { count: number; rows: number }>();
  let rows = 0;
  for (const { text, cursor } of cursors) {
    const known = statements.get(text) ?? { count: 0, rows: 0 };
    known.count += 1;
    known.rows += cursor.rowsWritten;
    rows += cursor.rowsWritten;
    statements.set(text, known);
  }
  return { rows, statements };
}
