import { describe, expect, it } from 'vitest';
import { createOnePerson } from './one-person.ts';

const watch = (heading: string, values: readonly string[]) => {
  const person = createOnePerson(['time', heading, 'hr']);
  return values.map((value) => person.isSomebodyElse(['1', value, '60']));
};

describe('one person', () => {
  it.each([
    ['a column that names the person', 'Participant ID', ['a', 'b', 'a'], [false, true, false]],
    ['an id that repeats, as a person’s does', 'Id', ['1', '1', '2', '2', '1'], [false, false, true, true, false]],
    ['an id that numbers the lines', 'Id', ['1', '2', '3'], [false, false, false]],
    ['empty cells', 'user', ['a', '', 'a'], [false, false, false]],
    ['no such column', 'notes', ['a', 'b', 'b', 'c'], [false, false, false, false]],
  ])('%s', (_name, heading, values, expected) => expect(watch(heading, values)).toEqual(expected));
});
