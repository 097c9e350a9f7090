import { describe, expect, test } from 'vitest';
import { blindSpots, checkImports } from './imports/check.ts';
import { isSource } from './imports/collect.ts';
import { createJudge, isOutside } from './imports/judge.ts';
import { rules } from './imports/rules.ts';
import { importCases, moduleIndexes, refusedLoaders, scriptForms } from './testing/import-cases.ts';
import { spellingsOf, virtualProject } from './testing/virtual-project.ts';

/** What lets tests through, which have cases of their own below. */
const testsApart = ['!**/*.test.{ts,tsx}', '!**/testing/**'];
const platform = 'apps/server/src/platform';

/** Every form in which a source can name another. */
const forms: readonly ((specifier: string) => string)[] = [
  (name) => `import { a } from '${name}';`,
  (name) => `import '${name}';`,
  (name) => `import type { A } from '${name}';`,
  (name) => `import { type A } from '${name}';`,
  (name) => `import a = require('${name}');`,
  (name) => `export { a } from '${name}';`,
  (name) => `export * from '${name}';`,
  (name) => `export * as a from '${name}';`,
  (name) => `export type { A } from '${name}';`,
  (name) => `const a = await import('${name}');`,
  (name) => `const a = await import(\`${name}\`);`,
  (name) => `type A = import('${name}').A;`,
  (name) => `const a = load as typeof import('${name}');`,
  (name) => `const load = createRequire(import.meta.url);\nload('${name}');`,
  (name) => `createRequire(import.meta.url)('${name}');`,
  (name) => `const place = import.meta.resolve('${name}');`,
  (name) => `vi.mock('${name}', () => ({}));`,
];

/** A source in a folder; a case may name one file in place of a folder. */
function importerIn(place: string, nth = 0) {
  return isSource(place) ? place : `${place}/importer-${nth}.ts`;
}

/** What the check says of a folder's sources that import the target, one source for each spelling and form. */
function checked(folder: string, target: string) {
  const spellings = spellingsOf(importerIn(folder), target);
  const importers = spellings.flatMap((name) => forms.map((form) => form(name)));
  if (target.startsWith('apps/')) importers.push(`new Worker(new URL('${spellings[0]}', import.meta.url));`);
  if (isSource(folder)) importers.splice(1);
  const sources = new Map(importers.map((source, nth) => [importerIn(folder, nth), source]));
  for (const path of [...moduleIndexes, ...(isOutside(target) ? [] : [target])]) sources.set(path, '');
  const resolve = virtualProject(sources.keys(), target.startsWith('npm:') ? [target.slice('npm:'.length)] : []);
  return { count: importers.length, ...checkImports(sources, resolve, []) };
}

/** What the check says of these sources. */
function faultsOf(sources: Record<string, string>) {
  return checkImports(new Map(Object.entries(sources)), virtualProject(Object.keys(sources)), []).faults.map(({ text }) => text);
}

describe('the cases are those of the table', () => {
  test('every rule has its own, in the same order', () => {
    expect(importCases.map(({ rule }) => rule)).toEqual(rules.map(({ name }) => name));
  });

  test.each(rules)('$name: every glob is touched, by an import that is refused or, with a !, by one that is let through', (rule) => {
    const own = importCases.find((one) => one.rule === rule.name);
    const untouched = (['from', 'to'] as const).flatMap((end) => {
      const refused = createJudge([], endsOf(own?.refused, end));
      const allowed = createJudge([], endsOf(own?.allowed, end));
      return rule[end].filter((glob) => !(glob.startsWith('!') ? allowed.matchesSome(glob.slice(1)) : refused.matchesSome(glob)));
    });
    expect(untouched.filter((glob) => !testsApart.includes(glob))).toEqual([]);
  });
});

function endsOf(imports: readonly (readonly [string, string])[] = [], end: 'from' | 'to') {
  return imports.map(([place, target]) => (end === 'from' ? importerIn(place) : target));
}

describe.each(importCases)('$rule', ({ rule, refused, allowed }) => {
  test.each(refused)('%s may not import %s, however it is written', (folder, target) => {
    const { count, faults } = checked(folder, target);
    expect(faults.filter((one) => one.rule?.name === rule)).toHaveLength(count);
    expect(faults.filter((one) => one.rule === null)).toEqual([]);
  });

  test.each(allowed)('%s may import %s, however it is written', (folder, target) => {
    const { count, edges, faults } = checked(folder, target);
    expect(faults).toEqual([]);
    expect(edges).toHaveLength(count);
  });
});

describe('a circle is refused', () => {
  test.each(["import { b } from './b.ts';", "import type { B } from '#platform/b.ts';", "export type B = import('./b.ts').B;"])(
    '%s',
    (there) => {
      const back = "import type { A } from './a.ts';";
      const [fault, ...others] = faultsOf({ [`${platform}/a.ts`]: there, [`${platform}/b.ts`]: back, [`${platform}/c.ts`]: back });
      expect(fault).toContain(`${platform}/a.ts → ${platform}/b.ts → ${platform}/a.ts`);
      expect(others).toEqual([]);
    },
  );

  test('over three files, told once and as its shortest way', () => {
    const [fault, ...others] = faultsOf({
      [`${platform}/a.ts`]: "import './b.ts';",
      [`${platform}/b.ts`]: "import type { C } from './c.ts';",
      [`${platform}/c.ts`]: "export * from './a.ts';",
    });
    expect(fault).toContain(['a', 'b', 'c', 'a'].map((name) => `${platform}/${name}.ts`).join(' → '));
    expect(others).toEqual([]);
  });
});

describe('an import that leads nowhere is refused', () => {
  test.each(['./gone.ts', './clock', '#platform/gone.ts', '#gone/clock.ts', '@vigil/gone', '@vigil/domain/gone', 'no-such-package'])(
    '%s',
    (name) => {
      const faults = faultsOf({ [`${platform}/a.ts`]: `import '${name}';`, [`${platform}/clock.ts`]: '' });
      expect(faults).toEqual([`${platform}/a.ts:1 imports ${name}, which cannot be found.`]);
    },
  );

  test.each(['await import(name);', 'require(name);', "await import('./' + name);"])('put together at run time: %s', (source) => {
    expect(faultsOf({ [`${platform}/a.ts`]: source })).toEqual([
      expect.stringContaining(`${platform}/a.ts:1 imports what it puts together`),
    ]);
  });

  test('a file that git does not know', () => {
    const sources = new Map([[`${platform}/a.ts`, "import './unknown.ts';"]]);
    const { faults } = checkImports(sources, virtualProject([...sources.keys(), `${platform}/unknown.ts`]), []);
    expect(faults).toEqual([{ rule: null, text: expect.stringContaining('a file that was not looked at') }]);
  });

  test('a source that cannot be parsed ends the check', () => {
    expect(() => faultsOf({ [`${platform}/a.ts`]: "import { from './b.ts';" })).toThrow('a.ts cannot be parsed');
  });
});

describe('what loads by another door is refused', () => {
  test.each(refusedLoaders)('%s', (source, said) => {
    expect(faultsOf({ [`${platform}/a.ts`]: source, [`${platform}/b.ts`]: '' })).toContainEqual(expect.stringContaining(said));
  });

  test('what is only called so is not', () => {
    const source = '// import of node:module, getBuiltinModule\nconst said = \'<reference path="./b.ts" />\';';
    expect(faultsOf({ [`${platform}/a.ts`]: source })).toEqual([]);
  });
});

describe('a script of a thread or a process is imported', () => {
  test.each(scriptForms)('%s', (source) => {
    const sources = new Map([
      [`${platform}/a.ts`, source],
      [`${platform}/script.ts`, ''],
    ]);
    const { edges, faults } = checkImports(sources, virtualProject(sources.keys()), []);
    expect(edges).toMatchObject([{ to: `${platform}/script.ts` }]);
    expect(faults).toEqual([]);
    expect(faultsOf({ [`${platform}/a.ts`]: source })).toEqual([expect.stringContaining('script.ts, which cannot be found')]);
  });

  test('and is judged as one', () => {
    const app = 'apps/server/src/app.ts';
    expect(faultsOf({ [`${platform}/a.ts`]: "new Worker('../app.ts');", [app]: '' })).toHaveLength(1);
  });
});

describe('tests', () => {
  const target = 'apps/server/src/http/mount.ts';
  const faultsIn = (path: string) => faultsOf({ [path]: `import '#http/mount.ts';`, [target]: '' });

  test.each([`${platform}/clock.test.ts`, `${platform}/testing/sample.ts`, 'apps/server/src/testing/harness.ts'])(
    '%s may reach anywhere',
    (path) => {
      expect(faultsIn(path)).toEqual([]);
    },
  );

  test('what stands beside them may not', () => {
    expect(faultsIn(`${platform}/clock.ts`)).toHaveLength(1);
  });
});

describe('an exception', () => {
  const [from, to] = [`${platform}/clock.ts`, 'apps/server/src/http/mount.ts'];
  const exception = { rule: 'platform knows nothing above it', from, to, why: 'of this test' };
  const faultsWith = (source: string) => {
    const sources = new Map([
      [from, source],
      [`${platform}/other.ts`, ''],
      [to, ''],
    ]);
    return checkImports(sources, virtualProject(sources.keys()), [exception]).faults.map(({ text }) => text);
  };

  test('lets through the one import that it names', () => {
    expect(faultsWith("import '#http/mount.ts';")).toEqual([]);
  });

  test('is refused itself when nothing needs it', () => {
    expect(faultsWith("import './other.ts';")).toEqual([`the exception of ${from} for ${to} is not needed any more.`]);
  });
});

test('a check that would not look is noticed: too few files, a rule about a folder that is gone, a listed import that is gone', () => {
  const said = blindSpots(new Set(['packages/domain/src/index.ts']));
  expect(said).toContainEqual(expect.stringContaining('only 1 files were found'));
  expect(said).toContainEqual(expect.stringContaining('the rule “features stand apart” names apps/portal/src/features/**'));
  expect(said).not.toContainEqual(expect.stringContaining('names packages/domain/**'));
  expect(said).toContainEqual(expect.stringContaining('is listed as importing at run time'));
});
