import { fhirDateRange } from '@vigil/domain/fhir/date-range';
import type { ClinicalResource, FhirElements } from '#services/fhir/index.ts';
import type { DemoMember } from './people.ts';

/** Takes in what another system knows of a member; the same again changes nothing. */
export type BringIn = (
  tenantId: string,
  userId: string,
  resources: readonly ClinicalResource[],
  options: { readonly dryRun: boolean; readonly trustsIds: boolean },
) => Promise<unknown>;

const origin = 'Synthetic hospital record';
const snomed = 'http://snomed.info/sct';

interface Illness {
  /** A word of the member's condition. */
  readonly word: string;
  /** SNOMED CT. */
  readonly code: string;
  readonly since: string;
  readonly medication: string;
  readonly dosage: string;
  readonly procedure: readonly [code: string, name: string, day: string];
  readonly order: string;
}

/** What is usually prescribed and done for the illnesses of the demonstration's members. */
const illnesses: readonly Illness[] = [
  {
    ...{ word: 'atrial fibrillation', code: '49436004', since: '2019-05', medication: 'Apixaban 5 mg', dosage: 'one tablet twice a day' },
    ...{ procedure: ['29303009', 'Electrocardiographic procedure', '2025-02-11'], order: 'Holter monitoring for 24 hours' },
  },
  {
    ...{ word: 'heart failure', code: '84114007', since: '2021', medication: 'Bisoprolol 2.5 mg', dosage: 'one tablet in the morning' },
    ...{ procedure: ['40701008', 'Echocardiography', '2024-11-20'], order: 'Potassium and creatinine in blood' },
  },
  {
    ...{ word: 'hypertension', code: '38341003', since: '2016-03-08', medication: 'Amlodipine 5 mg', dosage: 'one tablet a day' },
    ...{ procedure: ['164783007', 'Ambulatory blood pressure recording', '2025-01-15'], order: 'Fundoscopy' },
  },
  {
    ...{ word: 'copd', code: '13645005', since: '2018', medication: 'Tiotropium 18 µg', dosage: 'one inhalation a day' },
    ...{ procedure: ['127783003', 'Spirometry', '2024-09-03'], order: 'Pulmonary rehabilitation' },
  },
  {
    ...{ word: 'type 1 diabetes', code: '46635009', since: '2009', medication: 'Insulin glargine 100 units/ml', dosage: 'as in the plan' },
    ...{ procedure: ['252779009', 'Retinal examination', '2025-03-04'], order: 'HbA1c in blood' },
  },
  {
    ...{ word: 'type 2 diabetes', code: '44054006', since: '2014-10', medication: 'Metformin 500 mg', dosage: 'one with each main meal' },
    ...{ procedure: ['252779009', 'Retinal examination', '2025-03-04'], order: 'HbA1c in blood' },
  },
];

/** The demonstration's members have a short synthetic record from elsewhere, as their conditions would have it. */
export async function seedRecords(bringIn: BringIn, members: readonly DemoMember[]): Promise<void> {
  for (const { profile, tenantId, userId } of members) {
    const resources = profile.conditions.flatMap(recordOf);
    if (resources.length > 0) await bringIn(tenantId, userId, resources, { dryRun: false, trustsIds: true });
  }
}

function recordOf(name: string): ClinicalResource[] {
  const illness = illnesses.find(({ word }) => name.toLowerCase().includes(word));
  const clinicalStatus = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }] };
  const code = illness ? concept(illness.code, name) : { text: name };
  if (!illness) return [resource('Condition', name, 'active', null, { code, clinicalStatus })];
  const { dosage, medication, order, procedure, since } = illness;
  const [procedureCode, procedureName, day] = procedure;
  const reasonCode = [{ text: name }];
  return [
    resource('Condition', name, 'active', since, { code, clinicalStatus, onsetDateTime: since }),
    resource('MedicationRequest', name, 'active', since, {
      ...{ status: 'active', intent: 'order', medicationCodeableConcept: { text: medication }, authoredOn: since, reasonCode },
      dosageInstruction: [{ text: dosage, asNeededBoolean: false }],
    }),
    resource('Procedure', name, 'completed', day, {
      ...{ status: 'completed', code: concept(procedureCode, procedureName), performedDateTime: day, reasonCode },
    }),
    resource('ServiceRequest', name, 'active', day, {
      ...{ status: 'active', intent: 'order', priority: 'routine', code: { text: order }, authoredOn: day, reasonCode },
    }),
  ];
}

const concept = (code: string, text: string) => ({ coding: [{ system: snomed, code, display: text }], text });

function resource(
  resourceType: ClinicalResource['resourceType'],
  originId: string,
  status: string,
  at: string | null,
  content: FhirElements,
): ClinicalResource {
  const [coding] = (content.code as { coding?: { code: string }[] } | undefined)?.coding ?? [];
  const when = at === null ? null : fhirDateRange(at, 'UTC');
  const codes = coding ? [`${snomed}|${coding.code}`] : [];
  return { resourceType, origin, originId, status, codes, isInError: false, when, content, originUpdatedMs: null };
}
