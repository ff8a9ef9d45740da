/**
 * Counts the billed work of an installation: rows, calls of objects, alarms, and operations of the stores. For the bench (COUNT_COST),
 * in demo mode only; without the setting there is no meter.
 */

/** Counts since the last reading. Names are `class.method`, `class verb table`, or `store operation`. */
export interface CostCounts {
  /** That reached the Worker; those of the operator's command line are not counted. */
  readonly requests: number;
  readonly calls: Record<string, number>;
  readonly alarms: Record<string, number>;
  /** An alarm that is set is billed as one row; it is counted as `class set alarm`. */
  readonly rowsWritten: Record<string, number>;
  readonly rowsRead: Record<string, number>;
  /** Of R2, KV and the disk. */
  readonly operations: Record<string, number>;
  /** Time in which objects worked, as their callers saw it. Milliseconds. */
  readonly objectMs: number;
}

/** The part of a SQL cursor that is counted. */
export interface CountedCursor {
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

export interface CostMeter {
  request(): void;
  call(className: string, method: string): void;
  alarm(className: string): void;
  setAlarm(className: string): void;
  worked(ms: number): void;
  cursor(className: string, statement: string, cursor: CountedCursor): void;
  operation(store: string, name: string): void;
  /** The counts so far; counting starts again. */
  take(): CostCounts;
}

/** Cursors that are not read yet; their counts grow until they have ended. */
const OPEN_CURSORS = 1_000;
const VERB = /\b(?:insert|replace|update|delete|create|select)\b/i;
/** The word after which the name of a table stands, and that name. */
const TABLE = /\b(?:into|from|table|update) (?:if not exists |or \w{1,20} )?"?(\w{1,64})/i;
const CHANGES = /\b(?:insert|replace|update|delete)\b/i;

/** As in `insert nodes`: the first change of a statement, or what it reads. */
export function labelOf(statement: string): string {
  const from = statement.search(CHANGES);
  const shown = (from === -1 ? statement : statement.slice(from)).replaceAll(/\s+/g, ' ');
  const [verb = 'run'] = VERB.exec(shown) ?? [];
  const [, table = ''] = TABLE.exec(shown) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}

function add(counts: Record<string, number>, name: string, by: number): void {
  if (by > 0) counts[name] = (counts[name] ?? 0) + by;
}

const nothing = () => ({
  requests: 0,
  calls: {},
  alarms: {},
  rowsWritten: {},
  rowsRead: {},
  operations: {},
  objectMs: 0,
});

export function makeCostMeter(): CostMeter {
  let counts: { -readonly [K in keyof CostCounts]: CostCounts[K] } = nothing();
  let open: { readonly name: string; readonly cursor: CountedCursor }[] = [];
  const labels = new Map<string, string>();

  function readCursors(): void {
    for (const { name, cursor } of open) {
      add(counts.rowsRead, name, cursor.rowsRead);
      add(counts.rowsWritten, name, cursor.rowsWritten);
    }
    open = [];
  }

  return {
    request() {
      counts.requests += 1;
    },
    call: (className, method) => add(counts.calls, `${className}.${method}`, 1),
    alarm: (className) => add(counts.alarms, className, 1),
    setAlarm: (className) => add(counts.rowsWritten, `${className} set alarm`, 1),
    worked(ms) {
      counts.objectMs += ms;
    },
    cursor(className, statement, cursor) {
      let label = labels.get(statement);
      if (label === undefined) {
        label = labelOf(statement);
        labels.set(statement, label);
      }
      open.push({ name: `${className} ${label}`, cursor });
      if (open.length === OPEN_CURSORS) readCursors();
    },
    operation: (store, name) => add(counts.operations, `${store} ${name}`, 1),
    take() {
      readCursors();
      const taken = counts;
      counts = nothing();
      return taken;
    },
  };
}
