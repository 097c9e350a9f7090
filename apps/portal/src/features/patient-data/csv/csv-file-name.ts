/** A file name that tells ranges apart and names nobody: the first block of the member's id, and the days shown. */
export function csvFileName(memberId: string, days: number, firstDay: string, lastDay: string): string {
  const [block = ''] = memberId.split('-');
  return `vigil-${block}-${days}d-${firstDay}-${lastDay}`;
}
