// Finds circular imports. Type-only imports count: they cost nothing at run time, but the files can
// only be understood together.

/**
 * The groups of files that import each other, directly or not, each sorted by path.
 * @param imports the files that each file imports; files without an entry import nothing
 */
export function findImportCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const visits = new Map<string, { index: number; lowest: number; isOpen: boolean }>();
  const open: string[] = [];
  const cycles: string[][] = [];

  // Tarjan's algorithm: a file that reaches no earlier open file closes the group above it.
  const visit = (path: string) => {
    const visited = { index: visits.size, lowest: visits.size, isOpen: true };
    visits.set(path, visited);
    open.push(path);
    for (const target of imports.get(path) ?? []) {
      const known = visits.get(target);
      if (!known) visited.lowest = Math.min(visited.lowest, visit(target).lowest);
      else if (known.isOpen) visited.lowest = Math.min(visited.lowest, known.index);
    }
    if (visited.lowest < visited.index) return visited;
    const group = open.splice(open.indexOf(path));
    for (const each of group) {
      const member = visits.get(each);
      if (member) member.isOpen = false;
    }
    if (group.length > 1) cycles.push(group.toSorted());
    return visited;
  };

  for (const path of imports.keys()) if (!visits.has(path)) visit(path);
  return cycles;
}
