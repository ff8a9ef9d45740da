/** The selection after a press. Pure: ids in the order of the list, the selection and its anchor. */
import type { PressKeys } from '../browser-model.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where a range starts; null before the first press. */
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = Object.freeze({ ids: new Set<string>(), anchor: null });

/** A press alone replaces the selection, with Ctrl it adds or removes one row, with Shift it selects from the anchor. */
export function pressed(selection: Selection, order: readonly string[], id: string, keys: PressKeys): Selection {
  const anchor = selection.anchor ?? keys.from ?? null;
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (keys.shift && from >= 0) {
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { ids: new Set(keys.toggle ? [...selection.ids, ...range] : range), anchor };
  }
  if (!keys.toggle) return { ids: new Set([id]), anchor: id };
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Drops rows that are no longer in the list. */
export function pruneSelection(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => there.has(id)));
  const anchor = selection.anchor !== null && there.has(selection.anchor) ? selection.anchor : null;
  return { ids, anchor };
}
