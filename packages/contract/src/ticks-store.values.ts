/** Where a reading came from, the preferred one first. */
export const tickSources = ['device', 'manual', 'imported'] as const;
