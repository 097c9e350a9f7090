import type { Condition, Order, Prescription, Procedure } from '@vigil/contract/fhir-records.contract';
import type { FhirElements, StoredResource } from './clinical-resource.ts';
import { dosageWords } from './dosage.ts';
import { codeOf, codingsIn, displayOf, elementsIn, firstWords, listIn, notesIn, quantityWords, textIn, wordsOf } from './elements.ts';

/** What all parts of a record have. `about` is the concept that says what it is. */
function recordedOf({ id, origin, status, content }: StoredResource, about: unknown) {
  return {
    id,
    name: wordsOf(about) ?? 'Not named',
    codes: [...codingsIn(about)],
    status,
    origin,
    notes: notesIn(content.note),
  };
}

export function conditionOf(row: StoredResource): Condition {
  const { content } = row;
  return {
    ...recordedOf(row, content.code),
    verification: codeOf(content.verificationStatus),
    severity: wordsOf(content.severity),
    onset: textIn(content.onsetDateTime) ?? startOf(content.onsetPeriod),
    onsetText: textIn(content.onsetString) ?? quantityWords(content.onsetAge) ?? rangeWords(content.onsetRange),
    abated: textIn(content.abatementDateTime) ?? endOf(content.abatementPeriod),
    recorded: textIn(content.recordedDate),
  };
}

export function procedureOf(row: StoredResource): Procedure {
  const { content } = row;
  return {
    ...recordedOf(row, content.code),
    performedFrom: textIn(content.performedDateTime) ?? startOf(content.performedPeriod),
    performedTo: textIn(content.performedDateTime) ?? endOf(content.performedPeriod),
    reason: firstWords(content.reasonCode),
  };
}

export function prescriptionOf(row: StoredResource): Prescription {
  const { content, resourceType } = row;
  const isRequest = resourceType === 'MedicationRequest';
  const dosages = listIn(isRequest ? content.dosageInstruction : content.dosage);
  const validity = elementsIn(content.dispenseRequest).validityPeriod;
  return {
    ...recordedOf(row, content.medicationCodeableConcept),
    kind: isRequest ? 'prescribed' : 'stated',
    doNotTake: content.doNotPerform === true || row.status === 'not-taken',
    from: isRequest
      ? (textIn(content.authoredOn) ?? startOf(validity))
      : (textIn(content.effectiveDateTime) ?? startOf(content.effectivePeriod)),
    to: endOf(isRequest ? validity : content.effectivePeriod),
    dosage: dosages.flatMap((one) => dosageWords(one) ?? []),
    asNeeded: asNeededIn(dosages.map(elementsIn)),
    prescriber: displayOf(content.requester),
    reason: firstWords(content.reasonCode),
  };
}

export function orderOf(row: StoredResource): Order {
  const { content } = row;
  return {
    ...recordedOf(row, content.code),
    intent: textIn(content.intent),
    priority: textIn(content.priority),
    doNotPerform: content.doNotPerform === true,
    authored: textIn(content.authoredOn),
    plannedFrom: textIn(content.occurrenceDateTime) ?? startOf(content.occurrencePeriod),
    plannedTo: textIn(content.occurrenceDateTime) ?? endOf(content.occurrencePeriod),
    requester: displayOf(content.requester),
    reason: firstWords(content.reasonCode),
  };
}

const startOf = (period: unknown) => textIn(elementsIn(period).start);
const endOf = (period: unknown) => textIn(elementsIn(period).end);

function rangeWords(range: unknown): string | null {
  const ends = [quantityWords(elementsIn(range).low), quantityWords(elementsIn(range).high)].filter((end) => end !== null);
  return ends.length > 0 ? ends.join(' – ') : null;
}

/** Null where no dosage says. */
function asNeededIn(dosages: readonly FhirElements[]): boolean | null {
  if (dosages.some(({ asNeededBoolean, asNeededCodeableConcept }) => asNeededBoolean === true || asNeededCodeableConcept !== undefined))
    return true;
  return dosages.some(({ asNeededBoolean }) => asNeededBoolean === false) ? false : null;
}
