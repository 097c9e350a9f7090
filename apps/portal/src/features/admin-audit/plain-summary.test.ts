import { expect, test } from 'vitest';
import { plainSummary } from './plain-summary.ts';

test.each([
  ['A member’s ticks in [start_time, end_time); sleep_depth reaches 14400 s further back', 'A member’s ticks'],
  ['End a full assignment: of the clinician, and of the subordinates who came with it. 404 when there is none', 'End a full assignment'],
  ['One care team. Its list of members holds those whom the caller may see; `patientCount` counts all', 'One care team'],
  ['Notes about a member', 'Notes about a member'],
])('%j reads %j in the audit log', (summary, plain) => {
  expect(plainSummary(summary)).toBe(plain);
});
