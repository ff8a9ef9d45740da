/**
 * Visits of links that collect, in this browser: the receipt of each and the keys of its files. They outlive the tab, so that a file that
 * broke off goes on for as long as the server holds its parts, and an account can take the receipts.
 */
import { SENDING_SESSION_MS } from '#shared/drive/sending/sending-terms.ts';
import { DAY_MS } from '#shared/units.ts';

const VISITS_KEY = 'pp_collect_visits';
const SECRET = /^[\w-]{22,64}$/;
/** Those of a month: older files are not taken back any more, and an account was made by then. */
const VISIT_MS = 30 * DAY_MS;
const MOST = 20;

export interface StoredVisit {
  /** Of the page of the link. */
  readonly path: string;
  readonly receipt: string;
  readonly keys: readonly (readonly [mark: string, key: string])[];
  readonly atMs: number;
  /** The name that the visitor gave, until all files came in. */
  readonly visitor?: string;
  /** All files came in: the next visit has a receipt of its own. */
  readonly isDone: boolean;
  /** An account has the receipt; left out: no account has it. */
  readonly isInAccount?: boolean;
}

export interface Visit {
  readonly path: string;
  readonly receipt: string;
  readonly receiptHref: string;
  /** Files were sent before, in another tab or another load of the page. */
  readonly isKnown: boolean;
  /** The same for the same file. */
  keyOf(file: File): string;
  remember(isDone?: boolean): void;
}

/** The window: reading the property fails where storage is forbidden. */
export type Memory = Pick<Window, 'localStorage'>;

function isVisit(value: unknown): value is StoredVisit {
  const { path, receipt, keys, atMs } = (value ?? {}) as Partial<StoredVisit>;
  return typeof path === 'string' && SECRET.test(String(receipt)) && Array.isArray(keys) && typeof atMs === 'number';
}

/** Newest first. */
export function storedVisits(memory: Memory, nowMs: number): StoredVisit[] {
  try {
    const stored: unknown = JSON.parse(memory.localStorage.getItem(VISITS_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isVisit).filter(({ atMs }) => nowMs - atMs < VISIT_MS);
  } catch {
    // Another version wrote it, or there is no storage: no visits.
    return [];
  }
}

export function storeVisits(memory: Memory, visits: readonly StoredVisit[]): void {
  try {
    if (visits.length === 0) memory.localStorage.removeItem(VISITS_KEY);
    else memory.localStorage.setItem(VISITS_KEY, JSON.stringify(visits.slice(0, MOST)));
  } catch {
    // Full or forbidden storage: files go on while the page is open.
  }
}

/** Puts the receipt and the name of an unfinished visit into the form. */
export function visitOf(form: HTMLFormElement, memory: Memory, nowMs: () => number): Visit {
  const path = new URL(form.action).pathname;
  const field = form.elements.namedItem('receipt') as HTMLInputElement;
  const known = storedVisits(memory, nowMs()).find(
    (each) => each.path === path && !each.isDone && nowMs() - each.atMs < SENDING_SESSION_MS,
  );
  if (known) field.value = known.receipt;
  const receipt = field.value;
  const name = form.elements.namedItem('visitor') as HTMLInputElement;
  if (name.value === '' && typeof known?.visitor === 'string') name.value = known.visitor;
  const keys = new Map(known?.keys ?? []);
  return {
    path,
    receipt,
    receiptHref: `${path}/${receipt}`,
    isKnown: known !== undefined,
    keyOf({ name, size, lastModified }) {
      const mark = JSON.stringify([name, size, lastModified]);
      const key = keys.get(mark) ?? crypto.randomUUID();
      keys.set(mark, key);
      return key;
    },
    remember(isDone = false) {
      const others = storedVisits(memory, nowMs()).filter((each) => each.receipt !== receipt);
      const visitor = isDone || name.value === '' ? {} : { visitor: name.value };
      storeVisits(memory, [{ path, receipt, keys: [...keys], atMs: nowMs(), isDone, ...visitor }, ...others]);
    },
  };
}
