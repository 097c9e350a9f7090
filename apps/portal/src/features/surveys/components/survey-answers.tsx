import Button from '@mui/material/Button';
import type { AnsweredQuestion, UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { answerWords } from '@vigil/domain/surveys/answer';
import { visibleQuestions } from '@vigil/domain/surveys/display';
import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { teamAnswerDrafts } from '../answer-drafts.ts';
import { nowSeconds, useAnswerSurvey } from '../api/surveys.ts';
import styles from '../staff-surveys.module.css';
import { dayWords } from '../survey-texts.ts';
import { QuestionField } from './question-field.tsx';

interface SurveyAnswersProps {
  readonly survey: UserSurvey;
  readonly zone: string;
  readonly canWrite: boolean;
  /** The question whose answer called for an action. */
  readonly marked?: string | null;
  readonly onClose: () => void;
}

const nothing: SurveyAnswer = { answerIndices: null, answerText: null };
const intoView = (row: HTMLLIElement | null) => row?.scrollIntoView?.({ block: 'center' });
const countedAnswer = ({ answer_selected: own, ctm_answer_selected: team }: AnsweredQuestion) => team ?? own;

/** What was answered, the member’s own and the care team’s beside it, and edit mode. */
export function SurveyAnswers({ survey, zone, canWrite, marked = null, onClose }: SurveyAnswersProps) {
  const { t, i18n } = useTranslation('surveys');
  const titleId = useId();
  const subject = survey.user_survey_id;
  const drafts = useDrafts(teamAnswerDrafts, subject);
  const changed: ReadonlyMap<string, SurveyAnswer> = new Map(
    drafts.map(({ id, answerIndices, answerText }) => [id, { answerIndices, answerText }]),
  );
  const change = (name: string, answer: SurveyAnswer) => teamAnswerDrafts.put(subject, { id: name, ...answer });
  const drop = (names: Iterable<string>) => {
    for (const name of [...names]) teamAnswerDrafts.remove(subject, name);
  };
  const wasKept = useRef(canWrite && drafts.length > 0);
  const [editing, setEditing] = useState(wasKept.current);
  const asked = useRef<HTMLOListElement>(null);
  // The button that was pressed is gone. What is found with the page leaves the focus where it is.
  useEffect(() => {
    if (editing && !wasKept.current) asked.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    wasKept.current = false;
  }, [editing]);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [told, setTold] = useState<'saved' | 'failed' | 'stale' | null>(null);
  const { mutate, isPending } = useAnswerSurvey();
  const effective = new Map(
    survey.questions.flatMap((question) => {
      const answer = changed.get(question.name) ?? countedAnswer(question);
      return answer ? [[question.name, answer]] : [];
    }),
  );
  const shown = visibleQuestions(survey.questions, effective) as readonly AnsweredQuestion[];

  function save() {
    const answers = [...changed].map(([questionName, { answerIndices, answerText }]) => ({
      questionName,
      answerIndices: answerIndices && [...answerIndices],
      answerText,
    }));
    const sent = { params: { id: survey.user_id, surveyId: survey.user_survey_id } };
    mutate(
      {
        ...sent,
        body: { answers, time_answered: nowSeconds(), as_ctm: true, status: survey.status === 'completed' ? 'answered' : 'opened' },
      },
      {
        onSuccess: ({ failed }) => {
          setFaults(new Map(failed.map(({ questionName, code }) => [questionName, t(`fault.${code}`)])));
          drop([...changed.keys()].filter((name) => !failed.some(({ questionName }) => questionName === name)));
          setTold(failed.length === 0 ? 'saved' : null);
          if (failed.length === 0) setEditing(false);
        },
        onError: ({ status }) => setTold(status === 409 ? 'stale' : 'failed'),
      },
    );
  }

  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>
          {survey.name} <span className={styles.muted}>{t(`staff.origin.${survey.origin}`)}</span>
        </h2>
        <Button color="inherit" onClick={onClose}>
          {t('staff.close')}
        </Button>
      </div>
      <ScoreLine survey={survey} />
      {editing && <p className={styles.note}>{t('staff.editLead')}</p>}
      <ol ref={asked} className={styles.answers}>
        {shown.map((question) => (
          <li key={question.name} className={styles.answer} {...(question.name === marked && { 'data-marked': '', ref: intoView })}>
            <p id={`${titleId}-${question.name}`} className={styles.asked}>
              {question.text}
              {question.name === marked && <strong className={styles.mark}> {t('staff.marked')}</strong>}
            </p>
            <dl className={styles.both}>
              <div>
                <dt>{t('staff.own')}</dt>
                <dd>{question.answer_selected ? answerWords(question, question.answer_selected) : t('staff.unanswered')}</dd>
              </div>
              {question.ctm_answer_selected && (
                <div className={styles.team}>
                  <dt>
                    {t('staff.team')}
                    <span className={styles.muted}>
                      {' '}
                      {t('staff.by', {
                        name: question.ctm_name ?? '',
                        date: dayWords(i18n.language, question.ctm_answer_time ?? 0, zone, true),
                      })}
                    </span>
                  </dt>
                  <dd>{answerWords(question, question.ctm_answer_selected)}</dd>
                </div>
              )}
            </dl>
            {editing && (
              <>
                <QuestionField
                  dense
                  question={question}
                  value={changed.get(question.name) ?? question.ctm_answer_selected}
                  labelId={`${titleId}-${question.name}`}
                  error={faults.get(question.name)}
                  onChange={(value) => change(question.name, value)}
                />
                {(question.ctm_answer_selected || changed.has(question.name)) && (
                  <Button className={styles.takeBack ?? ''} color="inherit" size="small" onClick={() => change(question.name, nothing)}>
                    {t('staff.takeBack')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className={told && told !== 'saved' ? styles.error : styles.note}>
        {told && t(`staff.${told}`)}
      </p>
      {canWrite && survey.status !== 'expired' && (
        <span className={styles.buttons}>
          {editing ? (
            <>
              <Button variant="contained" disabled={isPending || changed.size === 0} onClick={save}>
                {t('staff.save')}
              </Button>
              <Button
                color="inherit"
                onClick={() => {
                  setEditing(false);
                  drop(changed.keys());
                }}
              >
                {t('staff.cancel')}
              </Button>
            </>
          ) : (
            <Button variant="outlined" onClick={() => setEditing(true)}>
              {t('staff.edit')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}

/** The score, its band and their source; where the care team has answered, the member’s own score beside it. */
function ScoreLine({ survey: { score, member_score, isEdited, scoreSource } }: { readonly survey: UserSurvey }) {
  const { t } = useTranslation('surveys');
  if (!score.known && score.because === 'no_score') return <p className={styles.muted}>{t('staff.noScore')}</p>;
  return (
    <p>
      {t('staff.score')}: <strong>{score.known ? `${score.score}${score.band ? `, ${score.band.label}` : ''}` : t('staff.unknown')}</strong>
      {isEdited && (
        <span className={styles.muted}>
          {' '}
          ({t('staff.memberScore', { score: member_score.known ? member_score.score : t('staff.unknown') })})
        </span>
      )}
      {scoreSource && <span className={styles.source}>{t('staff.source', { source: scoreSource })}</span>}
    </p>
  );
}
