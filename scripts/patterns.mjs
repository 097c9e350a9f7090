// Every regular expression of the product answers in time proportional to the text, whatever the text: proven by an analysis
// of the pattern. One put together at run time cannot be judged and is refused; plain code does instead. Tests, benchmarks
// and journeys read only what they wrote themselves and are left out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternsOf } from './patterns/collect.mjs';
import { faultOf } from './patterns/judge.mjs';
import { openProven } from './patterns/proven.mjs';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8'));
const proven = openProven(join(root, 'node_modules/.cache/vigil/linear-patterns.json'), version);

// Canaries: sources that must be refused, and one that must pass, so that the check cannot go silent.
const canaries = [
  ['exponential', 'const a = /(a+)+$/;', true],
  ['quadratic, by where it may start', "text.replace(/\\s+$/, '');", true],
  ['polynomial, of a heading and its unit', 'const a: RegExp = /^(.*?)\\s*[([]\\s*([^()[\\]]*(?:\\[[^\\]]*\\])?)\\s*[)\\]]$/;', true],
  ['spaces that two parts may take', 'const a = /^(\\d+)\\s*(?:,?\\s*(\\d+))?\\s*$/;', true],
  ['put together at run time', "const a = new RegExp('^' + part);", true],
  ['put together without new', "const a = RegExp(text, 'g');", true],
  ['linear', 'const a = /^[a-z]+-[0-9]+$/u.test(text);', false],
];
const silent = canaries.filter(([, source, isFaulty]) => patternsOf('canary.ts', source).some(isRefused) !== isFaulty);
for (const [name] of silent) console.log(`       the pattern check is wrong about a pattern that is ${name}`);

const found = sources().flatMap((file) => patternsOf(file, readFileSync(join(root, file), 'utf8')));
const faulty = found.flatMap((one) => {
  const fault = one.pattern === null ? 'is put together at run time, so that nobody can judge it' : judged(one.pattern);
  return fault === null ? [] : [`${one.file}:${one.line} ${one.written} ${fault}`];
});
for (const line of faulty) console.log(`       ${line}`);
console.log(`       ${found.length} patterns, ${faulty.length} of them not linear`);
proven.save();
process.exit(silent.length + faulty.length > 0 || found.length === 0 ? 1 : 0);

function sources() {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/testing/'));
}

function isRefused({ pattern }) {
  return pattern === null || faultOf(pattern) !== null;
}

function judged(pattern) {
  if (proven.has(pattern)) return null;
  const fault = faultOf(pattern);
  if (fault === null) proven.add(pattern);
  return fault;
}
