/** Rows that a page of a list may have; the first is the default. */
export const pageSizes = [20, 30, 40, 50, 100] as const;

/** The last page that can be asked for, counted from 0. */
export const lastPageNumber = 1_000_000;

export const sortOrders = ['ASC', 'DESC'] as const;

/** Longest text, in characters, that a list is searched for. */
export const longestSearchText = 100;
