import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../build/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What loads a part of the portal again when the connection was cut; a row of the table of screens is loaded by the first of them. */
const guarded = /(?:lazyComponent(?:<.*>)?\(|load(?:OnceReachable|WithRetries)\(|load: \(\) =>|loadMainApp = \(\) =>)[^;]*$/;
/** Nobody waits for it: without it only the speed of the page is not reported. */
const unawaited = ['./analytics/use-analytics.ts'];

test('every part of the portal that is loaded later is asked for again while the connection is cut', () => {
  const bare = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/(?<!\/\/.*|typeof )\bimport\(/g)]
      .filter(({ index }) => !guarded.test(text.slice(Math.max(0, index - 160), index)))
      .map(() => file)
      .filter((each) => !unawaited.includes(each)),
  );
  expect(bare).toEqual([]);
});
