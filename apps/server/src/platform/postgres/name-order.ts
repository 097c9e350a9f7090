/**
 * SQL by which names are sorted: as a person looks them up, without regard to case and accents, and the same on every server
 * (`vigil.name_key`). Two names can have the same key, so an order ends with something that is one's own, as an id.
 */
export const nameKey = (column: string): string => `vigil.name_key(${column}) collate "C"`;
