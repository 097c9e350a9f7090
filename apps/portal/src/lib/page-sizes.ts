/** Rows a page may have; the first is the default (specification). */
export const pageSizes = [20, 30, 40, 50, 100] as const;
