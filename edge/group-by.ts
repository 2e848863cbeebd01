/** Items by key, in their order. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  let groups = new Map<string, Item[]>();
  for (let item of items) {
    let key = keyOf(item);
    let group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
