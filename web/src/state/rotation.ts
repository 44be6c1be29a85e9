/**
 * Return the items in order, starting after the one with this id. The items up to it come last. The order does not
 * change if no item has the id.
 */
export function startingAfter<Item extends { id: string }>(items: Item[], id: string | undefined): Item[] {
  const start = items.findIndex((item) => item.id === id) + 1;
  return [...items.slice(start), ...items.slice(0, start)];
}
