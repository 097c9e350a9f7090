import { type Measure, type MeasureOrigin, measureOf } from '@vigil/domain/facts/measures';

/**
 * Where a measure of many members stands, beside rows `u` of vigil.users. Ids of measures and metrics come from the catalogue,
 * whose names are letters, digits and underscores: they may stand in a statement.
 */
export interface MeasureSource {
  /** Null: the account itself. Its rows have a tenant_id and a user_id, and at most one is the member's. */
  readonly table: { readonly from: string; readonly alias: string; readonly only: string } | null;
  /** What members are ordered and filtered by, as it is kept: a number times `perKept` is the measure's value. */
  readonly key: string;
  /** The key is there, and says something about now. */
  readonly isOfNow: string;
  /** The key needs the account as well. */
  readonly withAccount?: true;
  /** The same over a row `v` of vigil.latest_values, where it stands there too. */
  readonly sideBySide?: { readonly key: string; readonly isOfNow: string };
}

/** Where a measure is read from. Unix seconds. */
export function measureSource(measure: Measure, nowSeconds: number): MeasureSource {
  const { origin, staleAfterSeconds } = measure;
  const oldest = staleAfterSeconds === null ? null : Math.floor(nowSeconds) - staleAfterSeconds;
  const isNew = (ts: string) => (oldest === null ? `${ts} is not null` : `${ts} >= to_timestamp(${oldest})`);
  switch (origin.from) {
    case 'account':
      return ofAccount(origin);
    case 'latest':
      return latestOf(origin.metric, (value, ts) => ({ key: value, isOfNow: isNew(ts) }));
    case 'band':
      return latestOf('band_removed', (value, ts) => ({ key: value, isOfNow: `${isNew(ts)} and ${value} in (0, 1, 2)` }));
    case 'bodyMassIndex':
      return {
        ...latestOf('weight', (value, ts) => ({
          key: `${value} / (u.height_m * u.height_m)`,
          isOfNow: `${isNew(ts)} and ${value} > 0 and u.height_m is not null`,
        })),
        withAccount: true,
      };
    case 'sleep':
      return {
        table: { from: 'vigil.sleep_measures k', alias: 'k', only: `k.measure = '${measure.id}'` },
        key: 'k.value',
        isOfNow: isNew('k.ts'),
      };
    case 'outside':
      return outsideOf(measure, nowSeconds);
  }
}

/** A latest value stands in two tables: in a row for each metric, with an index by value, and beside the member's others. */
function latestOf(metric: string, of: (value: string, ts: string) => NonNullable<MeasureSource['sideBySide']>): MeasureSource {
  return {
    table: { from: 'vigil.latest_ticks l', alias: 'l', only: `l.metric = '${metric}'` },
    ...of('l.value', 'l.ts'),
    sideBySide: of(`v.${metric}`, `v.${metric}_at`),
  };
}

function ofAccount({ field }: Extract<MeasureOrigin, { from: 'account' }>): MeasureSource {
  // Whoever was born later is younger.
  const key = field === 'sex' ? "nullif(u.sex, '')" : "date '2200-01-01' - u.birth_date";
  return { table: null, key, isOfNow: `${field === 'sex' ? key : 'u.birth_date'} is not null` };
}

/** What was said last about each member; what is no longer known has no key. */
function outsideOf({ id, type }: Measure, nowSeconds: number): MeasureSource {
  const said = `select distinct on (f.tenant_id, f.user_id) f.tenant_id, f.user_id, f.value, f.word from vigil.outside_facts f
    where f.tenant_id = $1 and f.fact = '${id}' and f.valid_at <= to_timestamp(${nowSeconds})
    order by f.tenant_id, f.user_id, f.valid_at desc, f.sequence desc`;
  const key = type === 'measure' ? 'o.value' : 'o.word';
  return { table: { from: `(${said}) o`, alias: 'o', only: 'true' }, key, isOfNow: `${key} is not null` };
}

/** The measure of this name; throws where there is none, for the contract has let it through. */
export function measureNamed(id: string): Measure {
  const measure = measureOf(id);
  if (!measure) throw new Error(`There is no measure ${id}`);
  return measure;
}
