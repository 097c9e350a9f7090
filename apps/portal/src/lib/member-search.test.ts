import { measureOf } from '@vigil/domain/facts/measures';
import { expect, test } from 'vitest';
import { memberSearchQuery } from './member-search.ts';

test.each(['', 'Oak'])('a search for "%s" names measures that there are: of any other the list is refused', (name) => {
  const asked = memberSearchQuery(name).queryKey.flatMap((part) =>
    typeof part === 'object' && part !== null && 'query' in part ? [part.query as { facts: string; partOfName: string }] : [],
  );
  expect(asked.map(({ partOfName }) => partOfName)).toEqual([name]);
  for (const fact of asked.flatMap(({ facts }) => facts.split(','))) expect(measureOf(fact)).not.toBeNull();
});
