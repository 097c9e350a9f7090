import type { FhirElements } from './clinical-resource.ts';

/*
 * Reading of FHIR elements that are stored as they came: whatever has another shape than FHIR's is as if it were not there.
 */

interface Coding {
  readonly system: string | null;
  readonly code: string | null;
  readonly display: string | null;
}

/** A text that says something. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function elementsIn(value: unknown): FhirElements {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FhirElements) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function codingsIn(concept: unknown): readonly Coding[] {
  return listIn(elementsIn(concept).coding).map((one) => {
    const { system, code, display } = elementsIn(one);
    return { system: textIn(system), code: textIn(code), display: textIn(display) };
  });
}

/** A CodeableConcept in words: its own, else those of a coding, else a code. */
export function wordsOf(concept: unknown): string | null {
  const codings = codingsIn(concept);
  return (
    textIn(elementsIn(concept).text) ??
    codings.find(({ display }) => display !== null)?.display ??
    codings.find(({ code }) => code !== null)?.code ??
    null
  );
}

/** The code of a concept whose system has few of them, such as a status. */
export function codeOf(concept: unknown): string | null {
  return codingsIn(concept).find(({ code }) => code !== null)?.code ?? textIn(elementsIn(concept).text);
}

/** The first words of a list of concepts, such as the reasons. */
export function firstWords(concepts: unknown): string | null {
  return (
    listIn(concepts)
      .map(wordsOf)
      .find((words) => words !== null) ?? null
  );
}

/** The texts of Annotations. */
export function notesIn(annotations: unknown): string[] {
  return listIn(annotations).flatMap((one) => textIn(elementsIn(one).text) ?? []);
}

export function displayOf(reference: unknown): string | null {
  return textIn(elementsIn(reference).display);
}

export function quantityWords(quantity: unknown): string | null {
  const { value, unit, code } = elementsIn(quantity);
  if (typeof value !== 'number') return null;
  return [String(value), textIn(unit) ?? textIn(code)].filter((part) => part !== null).join(' ');
}
