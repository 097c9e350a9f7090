import { visibleQuestions } from '@vigil/domain/surveys/display';
import { scoreOf } from '@vigil/domain/surveys/score';
import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { QuestionField } from '../components/question-field.tsx';
import styles from './builder.module.css';
import type { Content } from './draft.ts';

/** The survey as a member sees it, to be tried: conditions and score work, and nothing is sent. */
export function SurveyPreview({ content }: { readonly content: Content }) {
  const { t } = useTranslation('surveys');
  const [answers, setAnswers] = useState<ReadonlyMap<string, SurveyAnswer>>(new Map());
  const id = useId();
  const score = scoreOf(content, answers);
  return (
    <aside className={styles.preview} aria-label={t('builder.preview')}>
      <p className={styles.muted}>{t('builder.previewLead')}</p>
      <h3>{content.title}</h3>
      {content.intro && <p>{content.intro}</p>}
      {visibleQuestions(content.questions, answers).map((question) => (
        <div key={question.name} className={styles.previewed}>
          <h4 id={`${id}-${question.name}`}>{question.text}</h4>
          <QuestionField
            question={{
              ...(question as Content['questions'][number]),
              ...{
                answer_selected: null,
                answer_time: null,
                ctm_answer_selected: null,
                ctm_uuid: null,
                ctm_name: null,
                ctm_answer_time: null,
              },
            }}
            value={answers.get(question.name) ?? null}
            labelId={`${id}-${question.name}`}
            error={undefined}
            onChange={(value) => setAnswers(new Map([...answers, [question.name, value]]))}
          />
        </div>
      ))}
      {content.scoring && (
        <p>
          {t('staff.score')}:{' '}
          <strong>{score.known ? `${score.score}${score.band ? `, ${score.band.label}` : ''}` : t('staff.unknown')}</strong>
        </p>
      )}
      <EmergencyNote />
    </aside>
  );
}
