import { instrumentOf } from '@vigil/domain/surveys/shipped/instruments';
import { createTicksStoreReads } from '#services/ticks-store/index.ts';
import type { Harness } from '#testing/harness.ts';
import { type AlertsDeps, createAlerts } from '../index.ts';

/** Alerts over real actions and the real ticks store, with nobody in a cohort and messages that go nowhere, unless `parts` say otherwise. */
export function alertsOver(harness: Harness, parts: Pick<AlertsDeps, 'actions'> & Partial<AlertsDeps>) {
  return createAlerts({
    ...harness,
    ticks: createTicksStoreReads({ ...harness, rolledUpUntilMs: async () => 0 }),
    cohorts: { cohortsOf: async () => new Map(), membersFor: async () => [], hold: async () => true, registerPlaces: () => {} },
    post: { send: async () => {} },
    homeOf: async () => 'https://care.example',
    evidenceOf: async () => ({ evidence: [] }),
    takesReadings: async () => {},
    isBeingSetUp: () => false,
    saidOf: async () => new Map(),
    surveyScores: async () => [],
    isSurvey: async (_tenant, id) => instrumentOf(id) !== undefined,
    ...parts,
  });
}
