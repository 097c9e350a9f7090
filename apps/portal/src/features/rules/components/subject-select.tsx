import { ruleScores } from '@vigil/domain/alerts/rule';
import { subjectWords } from '@vigil/domain/alerts/rule-words';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ruleMetrics } from '../rule-values.ts';
import { useSurveys } from '../use-rule-words.ts';

interface SubjectSelectProps {
  readonly control: { readonly id: string; readonly className: string };
  readonly bound: UseFormRegisterReturn;
}

/** What a rule can be about: vital signs and counts, scores, results of surveys. */
export function SubjectSelect({ control, bound }: SubjectSelectProps) {
  const { t } = useTranslation('rules');
  const surveys = useSurveys();
  return (
    <select {...control} {...bound}>
      <optgroup label={t('subjects.metrics')}>
        {ruleMetrics.map((metric) => (
          <option key={metric} value={`metric:${metric}`}>
            {subjectWords({ kind: 'metric', metric })}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('subjects.scores')}>
        {ruleScores.map((score) => (
          <option key={score} value={`score:${score}`}>
            {subjectWords({ kind: 'score', score })}
          </option>
        ))}
      </optgroup>
      {surveys.length > 0 && (
        <optgroup label={t('subjects.surveys')}>
          {surveys.map(({ id, name }) => (
            <option key={id} value={`survey:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
