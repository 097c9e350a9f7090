/**
 * Of several rows for one member, metric, moment and source the ticks store keeps the one with the latest `received_at`. A
 * reading that was taken back stays so whatever its device sends again: the row that says so is dated a hundred years ahead,
 * and so is a correction of it, which comes later still. Milliseconds.
 */
const aheadMs = 36_525 * 86_400_000;

/** Versions from here on are dated ahead: no server receives anything then. */
const aheadFromMs = Date.UTC(2100, 0, 1);

/** Condition on a row of vigil.ticks: it was received when it says, and not dated ahead. */
export const isDatedAsReceived = `received_at < toDateTime64('2100-01-01 00:00:00', 3, 'UTC')`;

/** A version that wins over whatever is received in the ordinary way. */
export const versionAhead = (receivedAtMs: number): number => receivedAtMs + aheadMs;

/** When a row was really received. Milliseconds since 1970. */
export const receivedAtOf = (versionMs: number): number => (versionMs >= aheadFromMs ? versionMs - aheadMs : versionMs);

/** The same in SQL, of a row of vigil.ticks. */
export const receivedAtSql = `if(${isDatedAsReceived}, received_at, received_at - toIntervalMillisecond(${aheadMs}))`;
