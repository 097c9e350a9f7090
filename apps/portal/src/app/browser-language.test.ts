import { afterEach, describe, expect, it, vi } from 'vitest';
import { weekStartOf } from '#features/calendar/span.ts';
import { sinceWhen } from '#features/patient/since-when.ts';
import { dayWords } from '#features/surveys/survey-texts.ts';
import { browserLanguage, localeOf } from '#lib/browser-language.ts';

const settings = [
  'en-US@posix',
  'en_US',
  'en_US.UTF-8',
  'C',
  'C.UTF-8',
  'POSIX',
  '',
  'xx-invalid-…',
  '*',
  'en-',
  '中文',
  'i-klingon',
  'x-private',
  '-',
];

describe('a browser whose language is set to', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(settings)('%j writes dates, times and weeks all the same', (setting) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(setting);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([setting]);
    const noon = Date.UTC(2026, 10, 20, 12);
    expect(sinceWhen(noon, noon + 60_000, 'UTC', 'en')).toMatch(/12:00/);
    expect(dayWords('en', noon / 1000, 'UTC')).toMatch(/2026/);
    expect([1, 7]).toContain(weekStartOf(browserLanguage()));
    expect(() => new Intl.NumberFormat(localeOf('en')).format(1)).not.toThrow();
  });

  it.each([
    [['en-US@posix'], 'en-US'],
    [['en_GB.UTF-8'], 'en-GB'],
    [['de-CH'], 'de-CH'],
    [['C', 'es-MX'], 'es-MX'],
    [['xx-invalid-…', ''], 'en-US'],
    [[], 'en-US'],
  ])('%j reads as %s', (preferred, known) => expect(browserLanguage(preferred)).toBe(known));

  it('is asked for its language in one place, which can read whatever it says', () => {
    const sources = import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }) as Record<string, string>;
    const asking = Object.entries(sources).filter(([file, text]) => !/\.test\.tsx?$/.test(file) && /navigator\.languages?\b/.test(text));
    expect(asking.map(([file]) => file).sort()).toEqual(['../lib/browser-language.ts', '../lib/i18n.ts', '../lib/units.ts']);
  });
});
