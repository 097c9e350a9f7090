import * as z from 'zod';
import { maxCodings, maxComponents, maxPerformers } from '../limits.ts';

/** The parts of FHIR R4 resources that intake reads. Everything else may be there and is left alone. */
const coding = z.looseObject({ system: z.string().optional(), code: z.string().optional() });
const codeableConcept = z.looseObject({ coding: z.array(coding).max(maxCodings).optional(), text: z.string().optional() });
const quantity = z.looseObject({
  value: z.number().optional(),
  comparator: z.string().optional(),
  unit: z.string().optional(),
  system: z.string().optional(),
  code: z.string().optional(),
});
const sampledData = z.looseObject({
  origin: quantity,
  period: z.number().positive(),
  factor: z.number().optional(),
  dimensions: z.number().int().positive(),
  data: z.string().optional(),
});
export const identifier = z.looseObject({
  use: z.string().optional(),
  type: codeableConcept.optional(),
  system: z.string().optional(),
  value: z.string().optional(),
});
const reference = z.looseObject({ reference: z.string().optional(), identifier: identifier.optional() });
/** R4, 2.4.1.1: what may change the meaning of all the rest, so that whoever does not know it must not go on. */
const modifiers = { modifierExtension: z.unknown().optional() };

const measured = {
  code: codeableConcept,
  valueQuantity: quantity.optional(),
  valueInteger: z.number().int().optional(),
  valueSampledData: sampledData.optional(),
  dataAbsentReason: codeableConcept.optional(),
  ...modifiers,
};
const component = z.looseObject(measured);

export const observation = z.looseObject({
  resourceType: z.literal('Observation'),
  implicitRules: z.unknown().optional(),
  status: z.string(),
  subject: reference.optional(),
  performer: z.array(reference).max(maxPerformers).optional(),
  device: reference.optional(),
  effectiveDateTime: z.string().optional(),
  effectiveInstant: z.string().optional(),
  effectivePeriod: z.looseObject({ start: z.string().optional(), end: z.string().optional() }).optional(),
  effectiveTiming: z.unknown().optional(),
  component: z.array(component).max(maxComponents).optional(),
  hasMember: z.array(z.unknown()).optional(),
  ...measured,
});

export const bundle = z.looseObject({
  resourceType: z.literal('Bundle'),
  implicitRules: z.unknown().optional(),
  type: z.string(),
  entry: z
    .array(
      z.looseObject({
        fullUrl: z.string().optional(),
        ...modifiers,
        resource: z.looseObject({ resourceType: z.string() }).optional(),
        request: z.looseObject({ method: z.string(), url: z.string(), ...modifiers }).optional(),
      }),
    )
    .optional(),
});

export type Observation = z.output<typeof observation>;
/** What carries a value: an Observation or one of its components. */
export type Measured = z.output<typeof component>;
export type Reference = z.output<typeof reference>;
export type Identifier = z.output<typeof identifier>;
export type Quantity = z.output<typeof quantity>;
export type SampledData = z.output<typeof sampledData>;
export type CodeableConcept = z.output<typeof codeableConcept>;
export type Bundle = z.output<typeof bundle>;

/** `component[0].valueQuantity.value` from the path of a zod issue. */
export function fhirPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`), '');
}
