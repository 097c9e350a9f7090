/** Days that figures of alerts are of: without a word about it, and at most. */
export const burdenDays = { usual: 28, most: 92 } as const;

/** Members who are named as the noisiest. */
export const noisiestShown = 10;
