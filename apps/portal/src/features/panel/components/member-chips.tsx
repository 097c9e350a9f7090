import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { OriginChip, StatusChip } from '#ui/chips.tsx';

/** A status is told when it is not the usual one. */
export function UnusualStatus({ row }: { readonly row: Pick<MemberRow, 'accountStatus'> }) {
  return row.accountStatus === 'ACTIVE' ? null : <StatusChip status={row.accountStatus} />;
}

/** Where a row's data is from; with `saidOnce`, what the page has already said of all synthetic members is left out. */
export function Origin({ row, saidOnce }: { readonly row: Pick<MemberRow, 'dataOrigin'>; readonly saidOnce: boolean }) {
  return saidOnce && row.dataOrigin === 'synthetic' ? null : <OriginChip origin={row.dataOrigin} />;
}
