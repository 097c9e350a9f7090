import { measures } from '@vigil/domain/facts/measures';
import { expect, test } from 'vitest';
import { measuresFound } from './measure-groups.ts';

const ids = (text: string) => measuresFound(text).flatMap(([, some]) => some.map(({ id }) => id));

test('without a search every measure stands under one heading', () => {
  expect(ids('').sort()).toEqual(measures.map(({ id }) => id).sort());
});

test.each([
  ['weight', ['weight']],
  ['  LBS ', ['weight']],
  ['sleep eff', ['sleep_efficiency']],
  ['°f', ['skin_temp', 'body_temp']],
  ['relative_population_stroke', ['relative_population_stroke']],
  ['e_asthma', ['e_asthma']],
  ['mood', []],
])('“%s” finds %j', (text, expected) => expect(ids(text)).toEqual(expected));
