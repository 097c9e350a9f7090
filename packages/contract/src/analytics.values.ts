/** Events of one call. A page sends what has gathered every few seconds, and what is left when it is closed. */
export const mostEventsAtOnce = 100;
/** Characters. A path holds ids at most. */
export const longestEventText = { name: 60, path: 200 } as const;
/** Seconds that an event may be late (a page that had no connection) or, by a clock that is wrong, ahead. */
export const eventSeconds = { late: 7 * 86_400, ahead: 300 } as const;

export const appName = 'Clinical Portal';
export const analyticsVersion = '1';
/** What the portal itself reports. */
export const eventNames = { pageView: 'page_view', pageLeave: 'page_leave', webVital: 'web_vital' } as const;
