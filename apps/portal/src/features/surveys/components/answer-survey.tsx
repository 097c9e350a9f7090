import Button from '@mui/material/Button';
import type { AnsweredQuestion, UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../survey-texts.ts';
import styles from '../surveys.module.css';
import { useAnswering } from '../use-answering.ts';
import { EmergencyNote } from './emergency-note.tsx';
import { QuestionField } from './question-field.tsx';

interface AnswerSurveyProps {
  readonly survey: UserSurvey;
  readonly onClose: () => void;
}

/** Where somebody is: before the first question, at one, at the end, or done. */
type Step = { readonly at: 'intro' | 'end' | 'sent' } | { readonly at: 'question'; readonly name: string };

/** One question a screen. Each answer is kept as one goes on, so that whoever stops goes on from there. */
export function AnswerSurvey({ survey, onClose }: AnswerSurveyProps) {
  const { t, i18n } = useTranslation('surveys');
  const answering = useAnswering(survey);
  const { questions, kept, answerTo, trouble, isPending } = answering;
  const firstOpen = questions.find(({ name }) => !kept.has(name));
  const [step, setStep] = useState<Step>(() => {
    if (kept.size === 0 && survey.intro) return { at: 'intro' };
    return firstOpen ? { at: 'question', name: firstOpen.name } : { at: 'end' };
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const stepKey = step.at === 'question' ? step.name : step.at;
  // Whoever reads by ear, or large, is at the beginning of each screen.
  useEffect(() => {
    if (stepKey !== '') heading.current?.focus();
  }, [stepKey]);

  const place = step.at === 'question' ? questions.findIndex(({ name }) => name === step.name) : -1;
  const question = questions[place] as AnsweredQuestion | undefined;
  const go = (to: { readonly name: string } | undefined) => setStep(to ? { at: 'question', name: to.name } : { at: 'end' });
  const title = (text: string) => (
    <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.question}>
      {text}
    </h2>
  );
  const troubleText =
    trouble &&
    (trouble.kind === 'fault' ? t(`fault.${trouble.fault}`) : trouble.kind === 'over' ? t('over') : t(`failure.${trouble.kind}`));
  const value = question ? answerTo(question.name) : null;
  const isUrgent = question?.urgentAnswers.some((index) => value?.answerIndices?.includes(index)) ?? false;
  const isEmpty = !value || ((value.answerIndices ?? []).length === 0 && !value.answerText?.trim());

  return (
    <div className={styles.flow}>
      {step.at === 'intro' && (
        <section className={styles.card}>
          {title(inLanguage(i18n.language, survey.title, survey.titleEs))}
          <p className={styles.intro}>{inLanguage(i18n.language, survey.intro ?? '', survey.introEs)}</p>
          <p className={styles.hint}>{t('saveHint')}</p>
          <span className={styles.buttons}>
            <Button variant="contained" size="large" onClick={() => go(questions[0])}>
              {t('begin')}
            </Button>
            <Button size="large" color="inherit" onClick={onClose}>
              {t('later')}
            </Button>
          </span>
        </section>
      )}
      {step.at === 'question' && question && (
        <form
          className={styles.card}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            answering.keep(question, (after) => go(after[after.findIndex(({ name }) => name === question.name) + 1]));
          }}
        >
          <div className={styles.progress}>
            <span>{t('place', { at: place + 1, of: questions.length })}</span>
            <progress max={questions.length} value={place + 1} aria-hidden="true" />
          </div>
          {survey.intro && <p className={styles.hint}>{inLanguage(i18n.language, survey.intro, survey.introEs)}</p>}
          {title(inLanguage(i18n.language, question.text, question.textEs))}
          <QuestionField
            key={question.name}
            question={question}
            value={value}
            labelId={headingId}
            error={troubleText ?? undefined}
            onChange={(next) => answering.change(question.name, next)}
          />
          {isUrgent && <EmergencyNote now />}
          <span className={styles.buttons}>
            {trouble?.kind === 'over' ? (
              <Button variant="contained" size="large" onClick={onClose}>
                {t('toList')}
              </Button>
            ) : (
              <Button type="submit" variant={isEmpty ? 'outlined' : 'contained'} size="large" disabled={isPending}>
                {t(isPending ? 'saving' : isEmpty ? 'skip' : 'next')}
              </Button>
            )}
            {place > 0 && (
              <Button size="large" color="inherit" disabled={isPending} onClick={() => go(questions[place - 1])}>
                {t('back')}
              </Button>
            )}
            <Button size="large" color="inherit" onClick={onClose}>
              {t('later')}
            </Button>
          </span>
        </form>
      )}
      {step.at === 'end' && (
        <section className={styles.card}>
          {title(t('endTitle'))}
          <p>{t(kept.size === 0 ? 'nothingAnswered' : 'endText')}</p>
          {questions.some(({ name }) => !kept.has(name)) && (
            <>
              <p>{t('leftOut')}</p>
              <ul className={styles.left}>
                {questions
                  .filter(({ name }) => !kept.has(name))
                  .map((one) => (
                    <li key={one.name}>
                      <button type="button" className={styles.leftOne} onClick={() => go(one)}>
                        {inLanguage(i18n.language, one.text, one.textEs)}
                      </button>
                    </li>
                  ))}
              </ul>
            </>
          )}
          <p role="alert" className={styles.error}>
            {troubleText}
          </p>
          <span className={styles.buttons}>
            <Button
              variant="contained"
              size="large"
              disabled={isPending || kept.size === 0}
              onClick={() => answering.send(() => setStep({ at: 'sent' }))}
            >
              {t(isPending ? 'sending' : 'send')}
            </Button>
            <Button size="large" color="inherit" onClick={() => go(questions.at(-1))}>
              {t('back')}
            </Button>
            <Button size="large" color="inherit" onClick={onClose}>
              {t('later')}
            </Button>
          </span>
        </section>
      )}
      {step.at === 'sent' && (
        <section className={styles.card}>
          {title(t('thanksTitle'))}
          <p>{t('thanksText')}</p>
          <span className={styles.buttons}>
            <Button variant="contained" size="large" onClick={onClose}>
              {t('toList')}
            </Button>
          </span>
        </section>
      )}
      <EmergencyNote />
    </div>
  );
}
