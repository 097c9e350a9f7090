import { VigilError } from '@vigil/contract/errors';
import type { FhirElements } from '../records/clinical-resource.ts';

/** Extensions of R4 and the SDC guide that say what a survey says, and our own for the rest. */
export const extensionUrls = {
  ordinal: 'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  unit: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
  min: 'http://hl7.org/fhir/StructureDefinition/minValue',
  max: 'http://hl7.org/fhir/StructureDefinition/maxValue',
  itemControl: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
  translation: 'http://hl7.org/fhir/StructureDefinition/translation',
  input: 'urn:vigil:survey:input',
  is24Hr: 'urn:vigil:survey:is24Hr',
  position: 'urn:vigil:survey:position',
  index: 'urn:vigil:survey:index',
  displayWhen: 'urn:vigil:survey:displayWhen',
  urgent: 'urn:vigil:survey:urgent',
  intake: 'urn:vigil:survey:intake',
  scoring: 'urn:vigil:survey:scoring',
  teamAnswer: 'urn:vigil:survey:care-team-answer',
  score: 'urn:vigil:survey:score',
} as const;

/** System of options that have no code of a terminology: their code is their index. */
export const optionSystem = 'urn:vigil:survey:option';
export const loincSystem = 'http://loinc.org';

export interface Extension extends FhirElements {
  readonly url: string;
}

/** The text in Spanish, as the extension of a text. */
export const translated = (text: string | null): object =>
  text === null
    ? {}
    : {
        extension: [
          {
            url: extensionUrls.translation,
            extension: [
              { url: 'lang', valueCode: 'es' },
              { url: 'content', valueString: text },
            ],
          },
        ],
      };

/** A refusal that names an element, as FHIRPath. */
export const refused = (element: string, message: string) =>
  new VigilError('invalid_input', `${element}: ${message}. Nothing was stored.`, { fields: [{ field: element, message }] });

export const isElements = (value: unknown): value is FhirElements => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a list; refuses what is no list of objects. */
export function objectsIn(value: unknown, element: string): readonly FhirElements[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isElements)) throw refused(element, 'Has to be a list of elements');
  return value;
}

export const extensionsIn = (of: FhirElements, element: string) => objectsIn(of.extension, `${element}.extension`) as readonly Extension[];

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** The Spanish translation in the shadow of a text, as `_text`. */
export function translationIn(shadow: unknown, element: string): string | null {
  if (!isElements(shadow)) return null;
  for (const one of extensionsIn(shadow, element)) {
    const parts = extensionsIn(one, element);
    const lang = textOf(parts.find(({ url }) => url === 'lang')?.valueCode);
    if (one.url !== extensionUrls.translation || lang === null) throw refused(element, 'Holds an extension that is not understood');
    if (lang !== 'es') throw refused(element, 'Only translations into Spanish can be kept');
    return textOf(parts.find(({ url }) => url === 'content')?.valueString);
  }
  return null;
}
