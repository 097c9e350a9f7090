import type { OutsideFacts } from '@vigil/contract/events-processor-facts.forms';
import type { NewNote } from '@vigil/contract/notary.forms';
import type { Log } from '#platform/log.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface ToldDeps {
  /** Takes in facts that others have worked out; the same again is stored once. */
  readonly tellFacts: (
    member: { readonly tenantId: string; readonly userId: string },
    facts: OutsideFacts['facts'],
    by: string,
  ) => Promise<unknown>;
  /** Writes a note by a person; the same again is written once. */
  readonly writeNote: (tenantId: string, clinicianId: string, note: NewNote) => Promise<unknown>;
  readonly log: Pick<Log, 'warn'>;
}

const source = 'Synthetic risk register';
/** As of when it was worked out; always the same, so that a further start tells nothing anew. Unix seconds. */
const workedOutAt = Date.parse('2025-06-02T09:00:00Z') / 1000;

/** Words of a member's conditions, and the diagnosis that a register would have of each. */
const diagnoses: readonly (readonly [word: string, condition: string])[] = [
  ['hypertension', 'hypertension'],
  ['heart failure', 'heart_failure'],
  ['atrial fibrillation', 'atrial_fibrillation'],
  ['copd', 'copd'],
  ['asthma', 'asthma'],
  ['type 1 diabetes', 'type_1_diabetes'],
  ['type 2 diabetes', 'type_2_diabetes'],
  ['obesity', 'obesity'],
];

/** Diseases of which the register tells a risk, and the conditions that raise it. */
const risks: readonly (readonly [disease: string, raisedBy: readonly string[]])[] = [
  ['stroke', ['hypertension', 'atrial_fibrillation', 'type_2_diabetes']],
  ['heart_failure', ['hypertension', 'obesity', 'atrial_fibrillation']],
  ['type_2_diabetes', ['obesity']],
];
/** The age whose risk is the median's, and how much a year more adds: made up, as all of the demonstration is. */
const medianAge = 55;
const perYear = 1.03;
const perCondition = 1.7;

const notes = [
  'Synthetic note. Called about the readings of the week: feels well, takes the medication as agreed.',
  'Synthetic note. **Plan**: weigh every morning before breakfast, and call when two kilograms come within three days.',
  'Synthetic note. Asked to wear the band at night as well; the charger stands beside the bed now.',
] as const;

/**
 * What others have worked out about every member (diagnoses and relative risks, made up and called so), and a first note about
 * those with a story, by the nurse of their tenant. Once: the same again changes nothing.
 */
export async function seedTold(
  deps: ToldDeps,
  tenants: readonly DemoTenant[],
  members: readonly DemoMember[],
  signal: AbortSignal,
): Promise<void> {
  for (const tenant of tenants) {
    const nurse = demoId(`${tenant.code}/nurse`);
    const own = members.filter((member) => member.tenantId === tenantId(tenant));
    for (const [place, member] of own.entries()) {
      if (signal.aborted) return;
      await tell(deps, nurse, member, place).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'demo: what others have told is not complete'),
      );
    }
  }
}

async function tell({ tellFacts, writeNote }: ToldDeps, nurse: string, { tenantId: tenant, userId, profile }: DemoMember, place: number) {
  await tellFacts({ tenantId: tenant, userId }, factsOf(profile), nurse);
  const text = notes[place % notes.length];
  if (profile.story !== null && text !== undefined) await writeNote(tenant, nurse, { id: demoId(`${userId}/note`), user: userId, text });
}

/** The facts that a register would tell of somebody of this age with these conditions. */
export function factsOf({ conditions, ageYears }: Pick<DemoMember['profile'], 'conditions' | 'ageYears'>): OutsideFacts['facts'] {
  const told = conditions.join(', ').toLowerCase();
  const has = diagnoses.flatMap(([word, condition]) => (told.includes(word) ? [condition] : []));
  const about = { time: workedOutAt, source };
  return [
    ...has.map((condition) => ({ fact: `e_${condition}`, value: 'yes', ...about })),
    ...risks.map(([disease, raisedBy]) => {
      const times = perYear ** (ageYears - medianAge) * perCondition ** has.filter((one) => raisedBy.includes(one)).length;
      return { fact: `relative_population_${disease}`, value: Math.min(10, Math.max(0.1, Math.round(times * 10) / 10)), ...about };
    }),
  ];
}
