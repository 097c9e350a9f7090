import bowser from 'bowser';

/** What a browser calls itself, as a person would: no version, which tells more than the owner needs to know it by. */
export interface BrowserName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Longer ones are no browser's. */
const longestUserAgent = 400;

/** From the header User-Agent. */
export function browserNameOf(userAgent: string | undefined): BrowserName {
  if (!userAgent || userAgent.length > longestUserAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
