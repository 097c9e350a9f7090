import type { SurveyScoring, TextInputKind } from '@vigil/domain/surveys/survey';
import { textInputs } from '@vigil/domain/surveys/survey';
import type { FhirElements } from '../records/clinical-resource.ts';
import { type Extension, extensionsIn, isElements, numberOf, refused, textOf, extensionUrls as urls } from './survey-extensions.ts';

/** Refuses an element that nothing here keeps. */
export function requireKnown(of: FhirElements, known: readonly string[], element: string): void {
  const unknown = Object.keys(of).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refused(`${element}.${unknown}`, 'Cannot be kept');
}

/** What the extensions of an item or of an answer say; null where they say nothing. */
export interface ReadItem {
  readonly input: TextInputKind | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: string | null;
  readonly is24Hr: boolean | null;
  readonly position: number | null;
  readonly index: number | null;
  readonly ordinal: number | null;
  readonly displayWhen: 'any' | null;
  readonly isUrgent: boolean;
}

const understood: ReadonlySet<string> = new Set([
  ...[urls.input, urls.min, urls.max, urls.unit, urls.is24Hr, urls.position, urls.index],
  ...[urls.ordinal, urls.displayWhen, urls.urgent, urls.itemControl],
]);

export function readExtensions(of: FhirElements, element: string): ReadItem {
  const all = extensionsIn(of, element);
  const unknown = all.find(({ url }) => !understood.has(url));
  if (unknown) throw refused(`${element}.extension`, 'Holds an extension that is not understood');
  const find = (url: string): FhirElements => all.find((one) => one.url === url) ?? {};
  const number = (url: string) => numberOf(find(url).valueInteger) ?? numberOf(find(url).valueDecimal);
  const { valueCoding } = find(urls.unit);
  const { valueBoolean } = find(urls.is24Hr);
  const kind = textOf(find(urls.input).valueCode);
  return {
    input: textInputs.find((one) => one === kind) ?? null,
    ...{
      min: number(urls.min),
      max: number(urls.max),
      position: number(urls.position),
      index: number(urls.index),
      ordinal: number(urls.ordinal),
    },
    unit: isElements(valueCoding) ? (textOf(valueCoding.display) ?? textOf(valueCoding.code)) : null,
    is24Hr: typeof valueBoolean === 'boolean' ? valueBoolean : null,
    displayWhen: find(urls.displayWhen).valueCode === 'any' ? 'any' : null,
    isUrgent: find(urls.urgent).valueBoolean === true,
  };
}

/** What the extensions of the whole say: how it is scored, and whether new members are given it. */
export function readScoring(resource: FhirElements): { readonly scoring: MutableScoring | null; readonly intake: boolean } {
  let intake = false;
  let scoring: MutableScoring | null = null;
  for (const one of extensionsIn(resource, 'Questionnaire')) {
    if (one.url === urls.intake) intake = one.valueBoolean === true;
    else if (one.url === urls.scoring) scoring = scoringOf(one);
    else throw refused('Questionnaire.extension', 'Holds an extension that is not understood');
  }
  return { scoring, intake };
}

type MutableScoring = Omit<SurveyScoring, 'bands'> & { bands: SurveyScoring['bands'][number][] };

function scoringOf(extension: Extension): MutableScoring {
  const parts = extensionsIn(extension, 'Questionnaire.extension');
  const named = (of: readonly Extension[], url: string): FhirElements => of.find((one) => one.url === url) ?? {};
  return {
    mostUnanswered: numberOf(named(parts, 'mostUnanswered').valueInteger) ?? 0,
    source: textOf(named(parts, 'source').valueString),
    bands: parts
      .filter(({ url }) => url === 'band')
      .map((band) => {
        const of = extensionsIn(band, 'Questionnaire.extension');
        const label = textOf(named(of, 'label').valueString) ?? '';
        const [from, to] = [numberOf(named(of, 'from').valueDecimal) ?? 0, numberOf(named(of, 'to').valueDecimal) ?? 0];
        return { from, to, label, labelEs: textOf(named(of, 'labelEs').valueString) };
      }),
  };
}
