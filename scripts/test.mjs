// Runs every suite and closes with one line that is true of all of them together: "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'vigil-results-'));
const results = join(folder, 'results.json');
const reporters = ['--reporter=default', '--reporter=./scripts/second-try.mjs', '--reporter=json', `--outputFile.json=${results}`];
const args = ['run', '--retry=1', ...reporters, ...process.argv.slice(2)];
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
// Somebody's NODE_ENV=production would give the tests React's production build, which cannot be tested.
const { status } = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } });

let report;
try {
  report = JSON.parse(readFileSync(results, 'utf8'));
} catch {
  console.error('The test runner ended without results.');
  console.log('0 passed, 1 failed');
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });

// A file that breaks before its first test counts as a failure: it hides tests that should have run.
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
).length;
const failed = report.numFailedTests + brokenFiles;
const unexplained = status !== 0 && failed === 0 ? 1 : 0;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed + unexplained} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed + unexplained > 0 || report.numPassedTests === 0 ? 1 : 0);
