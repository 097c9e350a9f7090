// Judges every import of the project by where it leads.
import { circlesOf } from './circles.ts';
import { importsOf, isSource } from './collect.ts';
import { createJudge, isOutside } from './judge.ts';
import type { Resolve } from './resolve.ts';
import { atRunTime, type Exception, exceptions, type Rule, rules } from './rules.ts';

/** Fewer files than this were not all of the project's: the check would pass without having looked. */
const fewestFiles = 500;

/** One import, resolved. `to` is a path from the root, `node:fs`, or `npm:zod`. */
export interface Edge {
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  readonly to: string;
}

/** What is wrong with one import, or with a circle of them; `rule` is null when no row of the table is to do with it. */
export interface Fault {
  readonly rule: Rule | null;
  readonly text: string;
}

/** Every import of these sources (path from the root → text), resolved; and a fault for each that leads nowhere. */
function edgesOf(files: ReadonlyMap<string, string>, resolve: Resolve): { edges: Edge[]; faults: Fault[] } {
  const edges: Edge[] = [];
  const faults: Fault[] = [];
  for (const [from, source] of files) {
    for (const { line, specifier, refused = 'imports what it puts together at run time, so that nobody can judge it.' } of importsOf(
      from,
      source,
    )) {
      const to = specifier === null ? null : resolve(from, specifier);
      if (specifier === null) {
        if (!atRunTime.some((known) => known.from === from)) faults.push({ rule: null, text: `${from}:${line} ${refused}` });
      } else if (to === null) {
        faults.push({ rule: null, text: `${from}:${line} imports ${specifier}, which cannot be found.` });
      } else if (isSource(to) && !isOutside(to) && !files.has(to)) {
        faults.push({ rule: null, text: `${from}:${line} imports ${specifier}, which is ${to}, a file that was not looked at.` });
      } else edges.push({ from, line, specifier, to });
    }
  }
  return { edges, faults };
}

/** Every import that breaks a rule, leads nowhere, or closes a circle, imports of types included. */
export function checkImports(
  files: ReadonlyMap<string, string>,
  resolve: Resolve,
  excepted = exceptions,
): { edges: Edge[]; faults: Fault[] } {
  const { edges, faults } = edgesOf(files, resolve);
  const judge = createJudge(rules, files.keys());
  const broken = edges.flatMap((edge) => judge.brokenBy(edge).map((rule) => ({ rule, edge })));
  for (const { rule, edge } of broken)
    if (!excepted.some((one) => isExcepted(one, rule, edge)))
      faults.push({ rule, text: `${edge.from}:${edge.line} imports ${edge.specifier}: ${rule.why}` });
  for (const one of excepted)
    if (!broken.some(({ rule, edge }) => isExcepted(one, rule, edge)))
      faults.push({ rule: null, text: `the exception of ${one.from} for ${one.to} is not needed any more.` });
  for (const circle of circlesOf(edges))
    faults.push({
      rule: null,
      text: `a circle: ${[...circle, circle[0]].join(' → ')}. Move what both need to where neither has to look up.`,
    });
  return { edges, faults };
}

function isExcepted(exception: Exception, rule: Rule, { from, to }: Edge) {
  return exception.rule === rule.name && exception.from === from && exception.to === to;
}

/** Why the check would pass without having looked: files that were not found, and what the table names that is not there. */
export function blindSpots(files: ReadonlySet<string>): string[] {
  const { matchesSome } = createJudge(rules, files);
  const globs = rules.flatMap(({ name, from, to }) => [...from, ...to].map((glob) => ({ name, glob: glob.replace(/^!/, '') })));
  const dead = globs.filter(({ glob }) => !isOutside(glob) && !matchesSome(glob));
  const gone = atRunTime.filter(({ from }) => !files.has(from));
  return [
    ...(files.size < fewestFiles ? [`only ${files.size} files were found, where there must be ${fewestFiles} at the least.`] : []),
    ...dead.map(({ name, glob }) => `the rule “${name}” names ${glob}, and there is no such file. Has a folder been renamed?`),
    ...gone.map(({ from }) => `${from} is listed as importing at run time, and is not there.`),
  ];
}
