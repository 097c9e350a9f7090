import type { StoredResource } from './clinical-resource.ts';

const epochMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;
export const recordColumns = `id, user_id, resource_type, origin, origin_id, status, codes, is_in_error, content,
  ${epochMs('starts_at')} as from_ms, ${epochMs('ends_at')} as to_ms, ${epochMs('origin_updated_at')} as origin_updated_ms,
  imported_at, changed_at`;

/** As the statement gives it. */
export interface Row extends Omit<StoredResource, 'when'> {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export function storedOf({ fromMs, toMs, ...row }: Row): StoredResource {
  return { ...row, when: fromMs === null || toMs === null ? null : { fromMs, toMs } };
}
