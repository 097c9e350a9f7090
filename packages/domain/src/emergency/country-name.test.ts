import { expect, test } from 'vitest';
import { countryAfterIn } from './country-name.ts';

test.each([
  ['ES', 'en', 'Spain'],
  ['US', 'en', 'the United States'],
  ['GB', 'en-US', 'the United Kingdom'],
  ['NL', 'en', 'the Netherlands'],
  ['DO', 'en', 'the Dominican Republic'],
  ['KY', 'en', 'the Cayman Islands'],
  ['IM', 'en', 'the Isle of Man'],
  ['AE', 'en', 'the United Arab Emirates'],
  ['US', 'es', 'Estados Unidos'],
  ['ES', 'es', 'España'],
  ['nowhere', 'en', 'nowhere'],
])('%s in %s is "in %s"', (country, language, name) => {
  expect(countryAfterIn(country, language)).toBe(name);
});
