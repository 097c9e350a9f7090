import type { SurveyAnswers, SurveyQuestion } from '../surveys/survey.ts';
import { type Consciousness, consciousnessLevels } from './score.ts';

/** What an answer says that NEWS2 asks and no sensor tells. */
export type SaidInSurvey =
  | { readonly kind: 'oxygen'; readonly value: 'air' | 'oxygen' }
  | { readonly kind: 'consciousness'; readonly value: Consciousness };

export const snomed = 'http://snomed.info/sct';

/** The findings of SNOMED CT that say it, as the ACVPU and inspired oxygen value sets of NEWS2 in FHIR have them. */
export const news2Findings: ReadonlyMap<string, SaidInSurvey> = new Map([
  ['722742002', { kind: 'oxygen', value: 'air' }],
  ['371825009', { kind: 'oxygen', value: 'oxygen' }],
  ['248234008', { kind: 'consciousness', value: 'alert' }],
  ['130987000', { kind: 'consciousness', value: 'confusion' }],
  ['300202002', { kind: 'consciousness', value: 'voice' }],
  ['450847001', { kind: 'consciousness', value: 'pain' }],
  ['422768004', { kind: 'consciousness', value: 'unresponsive' }],
]);

/** Of two answers that contradict each other the worse one holds: the later in these. */
const worsening: Readonly<Record<SaidInSurvey['kind'], readonly string[]>> = {
  oxygen: ['air', 'oxygen'],
  consciousness: consciousnessLevels,
};

/** What answers say for NEWS2: of each kind once, by the codes of the options that were chosen, with the question that says it. */
export function saidInSurvey(
  questions: readonly Pick<SurveyQuestion, 'name' | 'options'>[],
  answers: SurveyAnswers,
): readonly (SaidInSurvey & { readonly questionName: string })[] {
  const worst = new Map<string, SaidInSurvey & { readonly questionName: string }>();
  for (const { name, options } of questions)
    for (const { index, coding } of options) {
      const said = coding?.system === snomed ? news2Findings.get(coding.code) : undefined;
      if (!said || !answers.get(name)?.answerIndices?.includes(index)) continue;
      const before = worst.get(said.kind);
      const rank = (one: SaidInSurvey) => worsening[said.kind].indexOf(one.value);
      if (!before || rank(said) > rank(before)) worst.set(said.kind, { ...said, questionName: name });
    }
  return [...worst.values()];
}
