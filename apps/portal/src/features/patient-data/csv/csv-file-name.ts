/** A file name that says that it is a summary, tells ranges apart and names nobody: the first block of the member's id, and the days shown. */
export function csvFileName(memberId: string, days: number, firstDay: string, lastDay: string): string {
  const [block = ''] = memberId.split('-');
  return `vigil-summary-${block}-${days}d-${firstDay}-${lastDay}`;
}
