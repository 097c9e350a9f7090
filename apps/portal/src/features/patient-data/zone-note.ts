import { tzOffset } from '@date-fns/tz';

/**
 * How far the zone of the charts is from the zone of the reader at a moment, as in "+3 h" or "−9:30 h"; null when their
 * clocks agree, whatever the zones are called.
 */
export function zoneDifference(zone: string, viewerZone: string, nowSeconds: number): string | null {
  const at = new Date(nowSeconds * 1000);
  const minutes = tzOffset(zone, at) - tzOffset(viewerZone, at);
  if (minutes === 0) return null;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes > 0 ? '+' : '−'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} h`;
}
