/** In which order things are listed. Apart from the wire's shapes, so that a page needs no checker to know its orders. */

/** URL values of the spec; `order` everywhere. */
export const SORT_ORDERS = ['name_asc', 'name_desc', 'mod_asc', 'mod_desc', 'size_asc', 'size_desc'] as const;
/** By kind stands among the spec's internal names alone: records and our own listing calls know it, addresses do not. */
export const LIST_ORDERS = [...SORT_ORDERS, 'type_desc'] as const;
export type SortOrder = (typeof LIST_ORDERS)[number];
export const DEFAULT_ORDER: SortOrder = 'mod_desc';

/** An unknown order falls back to the default (wire-contract.md section 11). */
export function sortOrderOf(value: string): SortOrder {
  return SORT_ORDERS.find((order) => order === value) ?? DEFAULT_ORDER;
}

/** The order of a listing call: as above, and by kind. */
export function listOrderOf(value: string): SortOrder {
  return LIST_ORDERS.find((order) => order === value) ?? DEFAULT_ORDER;
}
