/**
 * Names the tests that failed and then passed when tried again. `npm test` tries once more, so that one busy moment of a machine does
 * not hide the other ten thousand answers; a test that needs it is a defect all the same and stands in the output by name.
 */
export default class SecondTry {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const names = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    );
    if (names.length === 0) return;
    console.log(`\nPassed only at the second try (${names.length}); each is a defect to mend:`);
    for (const name of names) console.log(`  ${name}`);
  }
}
