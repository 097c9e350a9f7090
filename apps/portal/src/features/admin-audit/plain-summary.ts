/**
 * What a call does, as a person reads it: the first clause of its summary. What follows is for whoever calls it (what it answers,
 * which status, what sending it again does), or bounds of an interval.
 */
export function plainSummary(summary: string): string {
  const ends = ['. ', ';', ': ', ' [', ' ('].map((end) => summary.indexOf(end)).filter((at) => at > 0);
  return (ends.length === 0 ? summary : summary.slice(0, Math.min(...ends))).replace(/ in$/, '');
}
