import type { MemberOrder } from '@vigil/contract/events-processor.values';
import { nameKey } from '#platform/postgres/name-order.ts';
import { type MeasureSource, measureNamed, measureSource } from './measure-sources.ts';
import { memberStatusSql } from './which-members.ts';

/** Of rows `u` of vigil.users. */
export const byName = `${nameKey('u.family_name')}, ${nameKey('u.given_name')}, u.id`;

/** What a page is sorted by. */
export interface SortKey extends Pick<MeasureSource, 'key' | 'table' | 'isOfNow' | 'withAccount'> {
  /** Nobody is without it. Said so, an index gives the order from either end. */
  readonly ofAll?: true;
}

export function sortKey(field: string, nowSeconds: number): SortKey {
  switch (field as Exclude<MemberOrder, 'attention'>) {
    case 'lastName':
      return { key: nameKey('u.family_name'), table: null, isOfNow: 'true', ofAll: true };
    case 'status':
      return { key: memberStatusSql, table: null, isOfNow: 'true' };
    case 'lastSync':
      return {
        ...{ key: 's.last_received_at', isOfNow: 's.user_id is not null' },
        table: { from: 'vigil.band_syncs s', alias: 's', only: 'true' },
      };
    default:
      return measureSource(measureNamed(field), nowSeconds);
  }
}

/** An index gives this order: those who stand in front are found without looking at all others. */
export function isIndexed({ ofAll, table, withAccount }: SortKey): boolean {
  // What is worked out, of several rows or with the account, stands in none.
  return table ? !withAccount && !table.from.startsWith('(') : ofAll === true;
}

/** How equals are ordered. */
export const namesOf = (sortingField: string, by: 'asc' | 'desc') =>
  sortingField === 'lastName' ? `${nameKey('u.given_name')} ${by}, u.id ${by}` : byName;

export const joinedOn = ({ alias, only }: NonNullable<MeasureSource['table']>) =>
  `${alias}.tenant_id = u.tenant_id and ${alias}.user_id = u.id and ${only}`;
