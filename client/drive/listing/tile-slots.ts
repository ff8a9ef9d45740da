/**
 * Keys of the tiles of a long grid. While a person scrolls, the elements of tiles that leave the window become those that enter it: to
 * change them costs a fraction of what new ones do. Pure.
 */

/** Keys by id of the row, in the order of the elements in the document. */
export type TileSlots = ReadonlyMap<string, number>;

/**
 * Gives each row a key of its own.
 * @param before  of the tiles that were drawn last
 * @param ids  rows in the window, in the order of the list
 * @param mayReuse  whether the element of a row that left may become another row's: not one that something else holds on to, such as the focus
 * @param isResting  the elements take the order of the list. An element that moves inside the document is styled anew, so a scroll moves none
 */
export function assignSlots(
  before: TileSlots,
  ids: readonly string[],
  mayReuse: (id: string) => boolean,
  isResting: boolean,
): TileSlots {
  const staying = new Set(ids);
  const free = [...before].filter(([id]) => !staying.has(id) && mayReuse(id)).map(([, slot]) => slot);
  let next = Math.max(-1, ...before.values()) + 1;
  const slots = new Map(ids.map((id) => [id, before.get(id) ?? free.pop() ?? next++]));
  if (isResting) return slots;
  const places = new Map([...before.values()].map((slot, place) => [slot, place]));
  const placeOf = (slot: number): number => places.get(slot) ?? Number.POSITIVE_INFINITY;
  return new Map([...slots].sort(([, one], [, other]) => placeOf(one) - placeOf(other) || one - other));
}
