import { Readable } from 'node:stream';
import { ticksBatch } from '@vigil/contract/ticks-store.contract';
import { decodeBody } from '#http/body-kinds.ts';
import { checkInput } from '#http/validation.ts';
import { readClinical } from '#intake/fhir/clinical/read-clinical.ts';
import { readObservation } from '#intake/fhir/read-observation.ts';
import { bundle } from '#intake/fhir/shapes.ts';
import { patientsIn, subjectRule } from '#intake/fhir/subjects.ts';
import { importTicks } from '#intake/import/import-ticks.ts';
import { createTickCollector } from '#intake/tick-collector.ts';
import { addColumns, addRows } from '#intake/ticks/batch.ts';
import { elementsIn } from '#services/fhir/index.ts';
import { isForSender } from '../documented.ts';
import { type Fuzzer, jsonFuzzer } from '../fuzzer.ts';

const nowMs = Date.UTC(2026, 0, 15);
const userId = '00000000-0000-4000-8000-000000000001';
const batches = [
  { source: 'device', ticks: [{ timestamp: 1767225600, data: { heart_rate: 61, spo2: 97 } }] },
  { source: 'imported', deviceId: 'a', series: { heart_rate: { timestamps: [1767225600, 1767225660], values: [61, 62] } } },
];
const quantity = { value: 61, unit: 'beats', system: 'http://unitsofmeasure.org', code: '{beats}/min' };
const sampled = { origin: { ...quantity, value: 0 }, period: 1000, factor: 1, dimensions: 1, data: '61 62 E 63' };
const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }], text: 'Heart rate' },
  subject: { reference: `https://example.org/fhir/R4/Patient/${userId}/_history/1` },
  performer: [{ reference: `Patient/${userId}` }],
  effectiveDateTime: '2026-01-01T08:00:00.5+01:00',
  valueQuantity: quantity,
  component: [{ code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] }, valueSampledData: sampled }],
};
const observations = [observation, { ...observation, valueQuantity: undefined, component: undefined, valueSampledData: sampled }];
const records = [
  {
    resourceType: 'Condition',
    id: 'c1',
    code: { coding: [{ system: 'http://snomed.info/sct', code: '49436004', display: 'Atrial fibrillation' }] },
    clinicalStatus: { coding: [{ code: 'active' }] },
    onsetPeriod: { start: '2011-08', end: '2012-01-01T08:00:00Z' },
    recorder: { reference: 'Practitioner/f201', display: 'Dr Careful' },
  },
  {
    resourceType: 'MedicationRequest',
    status: 'active',
    contained: [{ resourceType: 'Medication', id: 'm', code: { text: 'Digoxin' } }],
    medicationReference: { reference: '#m' },
    authoredOn: '2015-01-15',
    dosageInstruction: [{ timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd' } } }],
  },
];
const recordOptions = { origin: 'files', timeZone: 'Europe/Madrid', medicationOf: () => undefined };
const bundles = [
  { resourceType: 'Bundle', type: 'batch', entry: [{ request: { method: 'POST', url: 'Observation' }, resource: observation }] },
];

/** Readings as JSON: over HTTP and from a file, as ticks and as FHIR. */
export const jsonFuzzers: readonly Fuzzer[] = [
  jsonFuzzer('ticks batch', batches, readBatch, isForSender),
  jsonFuzzer(
    'FHIR Observation',
    observations,
    (text) => readObservation(decodeBody('fhir', Buffer.from(text)), nowMs, subjectRule(['example.org'])),
    isForSender,
  ),
  jsonFuzzer(
    'FHIR Bundle',
    bundles,
    (text) => patientsIn(bundle.safeParse(decodeBody('fhir', Buffer.from(text))).data?.entry ?? []),
    isForSender,
  ),
  jsonFuzzer('ticks file', batches, (text) => importTicks(pieces(text), nowMs, 1_000, async () => {}), isForSender),
  jsonFuzzer('FHIR record', records, (text) => readClinical(elementsIn(decodeBody('fhir', Buffer.from(text))), recordOptions), isForSender),
];

function readBatch(text: string): void {
  const batch = checkInput(ticksBatch, decodeBody('json', Buffer.from(text)), 'body') as {
    readonly ticks?: readonly unknown[];
    readonly series?: Record<string, unknown>;
  };
  const collector = createTickCollector(nowMs);
  if (batch.ticks) addRows(collector, batch.ticks);
  if (batch.series) addColumns(collector, batch.series);
  JSON.stringify(collector.drain().rejected);
}

/** Cut into small pieces and repeated over lines, as a file is read. */
function pieces(text: string): Readable {
  const bytes = Buffer.from(`${text}\n${text}`);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 1_000) parts.push(bytes.subarray(from, from + 1_000));
  return Readable.from(parts);
}
