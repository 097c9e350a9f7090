import { type SentCohort, sentCohort } from '@vigil/contract/factuary-cohorts.forms';
import type { Role } from '@vigil/domain/roles';
import type { Log } from '#platform/log.ts';
import { type DemoTenant, demoId, tenantId } from './people.ts';

export interface CohortsDeps {
  /** Makes a cohort by a person; the same again is made once. */
  readonly cohorts: {
    put(tenantId: string, by: { readonly userId: string; readonly roles: readonly Role[] }, cohort: SentCohort): Promise<unknown>;
  };
  readonly log: Pick<Log, 'warn'>;
}

const description = 'Synthetic example of a cohort.';

/** Two that the tenant shares, and a draft of the nurse's own. */
const examples = [
  {
    name: 'cohort/heart-risk',
    by: 'md',
    type: 'shared',
    title: 'Over 65 with a heart condition',
    isDraft: false,
    json_conditions: [
      { fact: 'age', gte: 65 },
      {
        any: [
          { fact: 'e_hypertension', one_of: ['yes'] },
          { fact: 'e_heart_failure', one_of: ['yes'] },
          { fact: 'e_atrial_fibrillation', one_of: ['yes'] },
        ],
      },
    ],
    display_facts: [{ name: 'relative_population_stroke' }, { name: 'systolic' }, { name: 'diastolic' }],
  },
  {
    name: 'cohort/short-sleep',
    by: 'md',
    type: 'shared',
    title: 'Sleeping less than seven hours',
    isDraft: false,
    json_conditions: [{ fact: 'sleep_total', lte: 25_200 }],
    display_facts: [{ name: 'sleep_total' }, { name: 'rmssd' }],
  },
  {
    name: 'cohort/weight',
    by: 'nurse',
    type: 'custom',
    title: 'Weight programme in autumn',
    isDraft: true,
    json_conditions: [{ fact: 'bmi', gte: 30 }, { fact: 'steps' }],
  },
] as const;

/** A few cohorts for each tenant, by its provider and its nurse. Once: the same again changes nothing, and what somebody changed stays. */
export async function seedCohorts({ cohorts, log }: CohortsDeps, tenants: readonly DemoTenant[]): Promise<void> {
  for (const tenant of tenants)
    for (const { name, by, ...cohort } of examples) {
      const sent = sentCohort.parse({ ...cohort, id: demoId(`${tenant.code}/${name}`), description });
      const author = { userId: demoId(`${tenant.code}/${by}`), roles: [by] };
      await cohorts.put(tenantId(tenant), author, sent).catch((error: { code?: string }) => {
        if (error.code !== 'conflict') log.warn({ err: error }, 'demo: a cohort could not be made');
      });
    }
}
