/**
 * One visit of a link that collects: its receipt and the keys of its files. It outlives a reload of the page, so that a file that broke
 * off goes on; for as long as the server holds its parts.
 */
import { COLLECT_SESSION_MS } from '#shared/drive/collect/collect-terms.ts';

const STORED = 'pp_collect_visit';
const SECRET = /^[\w-]{22,64}$/;

export interface Visit {
  readonly path: string;
  readonly receipt: string;
  readonly receiptHref: string;
  readonly keys: Map<string, string>;
  /** The same for the same file. */
  keyOf(file: File): string;
  forget(): void;
}

interface Stored {
  readonly path: string;
  readonly receipt: string;
  readonly keys: readonly (readonly [string, string])[];
  readonly atMs: number;
}

/** The window: reading the property fails where storage is forbidden. */
type Memory = Pick<Window, 'sessionStorage'>;

function readStored(memory: Memory, path: string, nowMs: number): Stored | null {
  try {
    const stored = JSON.parse(memory.sessionStorage.getItem(STORED) ?? 'null') as Stored | null;
    const isOurs = stored?.path === path && nowMs - stored.atMs < COLLECT_SESSION_MS && SECRET.test(stored.receipt);
    return isOurs && Array.isArray(stored.keys) ? stored : null;
  } catch {
    // Another version wrote it, or there is no storage: a new visit.
    return null;
  }
}

/** Puts the receipt of an earlier visit into the form. */
export function visitOf(form: HTMLFormElement, memory: Memory, nowMs: number): Visit {
  const path = new URL(form.action).pathname;
  const field = form.elements.namedItem('receipt') as HTMLInputElement;
  const stored = readStored(memory, path, nowMs);
  if (stored) field.value = stored.receipt;
  const keys = new Map(stored?.keys ?? []);
  return {
    path,
    receipt: field.value,
    receiptHref: `${path}/${field.value}`,
    keys,
    keyOf({ name, size, lastModified }) {
      const mark = JSON.stringify([name, size, lastModified]);
      const key = keys.get(mark) ?? crypto.randomUUID();
      keys.set(mark, key);
      return key;
    },
    forget() {
      try {
        memory.sessionStorage.removeItem(STORED);
      } catch {
        // Nothing was stored.
      }
    },
  };
}

export function rememberVisit({ path, receipt, keys }: Visit, memory: Memory, nowMs: number): void {
  try {
    memory.sessionStorage.setItem(
      STORED,
      JSON.stringify({ path, receipt, keys: [...keys], atMs: nowMs } satisfies Stored),
    );
  } catch {
    // Full or forbidden storage: files go on while the page is open.
  }
}
