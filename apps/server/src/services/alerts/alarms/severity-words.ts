import type { AlertSeverity } from '@vigil/domain/alerts/rule';

/** A severity as it is said to people, at the beginning of a sentence. */
export const severityWords: Readonly<Record<AlertSeverity, string>> = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' };
