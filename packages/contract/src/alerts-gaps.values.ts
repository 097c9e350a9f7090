/** Gaps of a page of the list: without a word about it, and at most. */
export const gapsOfPage = { usual: 20, most: 200 } as const;
