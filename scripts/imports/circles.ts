// Finds circles of files: files that, over some steps, import each other.

/** The shortest circle of every group of files that import each other, each as its files in order. */
export function circlesOf(edges: Iterable<{ readonly from: string; readonly to: string }>): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const circles: string[][] = [];
  const told = new Set<string>();
  for (const file of next.keys()) {
    if (told.has(file)) continue;
    const circle = wayBack(file, next);
    if (circle === null || circle.some((one) => told.has(one))) continue;
    for (const one of circle) told.add(one);
    circles.push(circle);
  }
  return circles;
}

/** The shortest way from a file back to itself, breadth first; null when there is none. */
function wayBack(start: string, next: ReadonlyMap<string, ReadonlySet<string>>) {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const file of waiting) {
    for (const to of next.get(file) ?? []) {
      if (to === start) return wayTo(file, cameFrom);
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      waiting.push(to);
    }
  }
  return null;
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>) {
  const way = [last];
  for (let file = cameFrom.get(last); file !== undefined; file = cameFrom.get(file)) way.unshift(file);
  return way;
}
