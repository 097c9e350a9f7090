/** What the connection has counted so far; null where the browser does not tell. */
export interface Sample {
  readonly audioPacketsReceived: number;
  readonly audioPacketsLost: number;
  readonly audioBytesReceived: number;
  /** Packets of sound and picture and answers to the browser's own questions: it grows as long as the other one is reached. */
  readonly heard: number;
  readonly roundTripMs: number | null;
  readonly jitterMs: number | null;
}

/** `silent`: nothing arrives. `unknown`: not measured yet. */
export type Quality = 'unknown' | 'good' | 'fair' | 'poor' | 'silent';

/**
 * Limits of good and of fair: share of lost packets, round trip, jitter. Speech bears some 5 % of loss, and a delay of 150 ms one
 * way is not noticed, of 400 ms is the most (ITU-T G.114).
 */
const limits = {
  good: { lost: 0.03, roundTripMs: 300, jitterMs: 30 },
  fair: { lost: 0.08, roundTripMs: 800, jitterMs: 60 },
} as const;

/** How the talk was between two samples. */
export function qualityBetween(before: Sample | null, now: Sample): Quality {
  if (before === null) return 'unknown';
  const received = now.audioPacketsReceived - before.audioPacketsReceived;
  // Counted anew: it is another connection.
  if (received < 0) return 'unknown';
  if (received === 0) return 'silent';
  const missing = Math.max(0, now.audioPacketsLost - before.audioPacketsLost);
  const lost = missing / (missing + received);
  const within = ({ lost: most, roundTripMs, jitterMs }: (typeof limits)['good' | 'fair']) =>
    lost <= most && (now.roundTripMs ?? 0) <= roundTripMs && (now.jitterMs ?? 0) <= jitterMs;
  if (within(limits.good)) return 'good';
  return within(limits.fair) ? 'fair' : 'poor';
}

/** Reads a report of `RTCPeerConnection.getStats`. */
export function sampleOf(report: Pick<RTCStatsReport, 'forEach'>): Sample {
  const sample = { audioPacketsReceived: 0, audioPacketsLost: 0, audioBytesReceived: 0, heard: 0 };
  let roundTripMs: number | null = null;
  let jitterMs: number | null = null;
  report.forEach((one: Record<string, unknown>) => {
    if (one.type === 'inbound-rtp') sample.heard += number(one.packetsReceived);
    if (one.type === 'inbound-rtp' && one.kind === 'audio') {
      sample.audioPacketsReceived = number(one.packetsReceived);
      sample.audioPacketsLost = number(one.packetsLost);
      sample.audioBytesReceived = number(one.bytesReceived);
      jitterMs = typeof one.jitter === 'number' ? one.jitter * 1000 : null;
    }
    if (one.type !== 'candidate-pair' || one.nominated !== true) return;
    sample.heard += number(one.responsesReceived);
    if (typeof one.currentRoundTripTime === 'number') roundTripMs = one.currentRoundTripTime * 1000;
  });
  return { ...sample, roundTripMs, jitterMs };
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
