import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { factuarySurveys, factuarySurveysAuthoring } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { Field } from '#ui/field.tsx';
import { writtenSurveyQuery } from '../api/surveys.ts';
import { BandsEditor } from './bands-editor.tsx';
import styles from './builder.module.css';
import { type Content, moved, newQuestion } from './draft.ts';
import { QuestionEditor } from './question-editor.tsx';
import { StaleSurvey } from './stale-survey.tsx';
import { SurveyPreview } from './survey-preview.tsx';
import { useAutosave } from './use-autosave.ts';

interface SurveyEditorProps {
  /** As it is stored; null for a new one that is not yet. */
  readonly survey: WholeSurvey | null;
  /** What is written in the beginning, where nothing is kept in the tab. */
  readonly start: SurveyDraft;
  /** Ships, or the person only looks. */
  readonly readOnly: boolean;
  /** Reads what is stored anew. */
  readonly onReload: () => void;
}

/** A survey being written, kept at every pause, with the preview beside it. */
export function SurveyEditor({ start, survey, readOnly, onReload }: SurveyEditorProps) {
  const { t } = useTranslation('surveys');
  const client = useQueryClient();
  const { written, saving, failure, change, keepMine, takeTheirs } = useAutosave(start.id, survey, onReload);
  const draft = written ?? start;
  const [told, setTold] = useState<ApiError | 'published' | 'retired' | null>(null);
  const touches = [factuarySurveysAuthoring.listWrittenSurveys, factuarySurveys.listSurveys] as const;
  const publish = useEndpointMutation(factuarySurveysAuthoring.publishSurvey, { touches, quiet: true });
  const retire = useEndpointMutation(factuarySurveysAuthoring.retireSurvey, { touches, quiet: true });
  const { content } = draft;
  const set = (part: Partial<SurveyDraft>) => {
    setTold(null);
    change({ ...draft, ...part });
  };
  const write = (next: Partial<Content>) => set({ content: { ...content, ...next } });
  const end = (how: 'published' | 'retired') => {
    const sent = { params: { id: draft.id }, body: { revision: draft.revision } };
    const onSuccess = (after: WholeSurvey) => {
      client.setQueryData(writtenSurveyQuery(draft.id).queryKey, after);
      setTold(how);
    };
    const onError = (error: ApiError) => {
      setTold(error);
      // What somebody else has changed is shown, to be looked at before it is published.
      if (error.status === 409) onReload();
    };
    if (how === 'published') publish.mutate(sent, { onSuccess, onError });
    else retire.mutate(sent, { onSuccess, onError });
  };
  const theirs = saving === 'stale' && survey && survey.revision > draft.revision ? survey : null;
  const faults = told instanceof Error ? (told.fields ?? []) : [];
  return (
    <div className={styles.editor}>
      <div className={styles.form}>
        <p role="status" className={saving === 'failed' || saving === 'stale' ? styles.error : styles.muted}>
          {!readOnly && !theirs && t(`builder.saving.${saving}`)} {saving === 'failed' && failure?.message}
          {saving === 'stale' && !theirs && (
            <Button size="small" onClick={onReload}>
              {t('builder.reload')}
            </Button>
          )}
          {readOnly && t('builder.readOnly')}
        </p>
        {theirs && <StaleSurvey mine={draft} theirs={theirs} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />}
        <fieldset className={styles.question} disabled={readOnly}>
          <Field label={t('builder.name')} error={undefined}>
            {(field) => <input {...field} value={draft.name} onChange={({ target }) => set({ name: target.value })} />}
          </Field>
          <Field label={t('builder.title')} error={undefined}>
            {(field) => <input {...field} value={content.title} onChange={({ target }) => write({ title: target.value })} />}
          </Field>
          <Field label={t('builder.titleEs')} error={undefined}>
            {(field) => (
              <input {...field} value={content.titleEs ?? ''} onChange={({ target }) => write({ titleEs: target.value || null })} />
            )}
          </Field>
          <Field label={t('builder.intro')} error={undefined}>
            {(field) => (
              <textarea {...field} rows={2} value={content.intro ?? ''} onChange={({ target }) => write({ intro: target.value || null })} />
            )}
          </Field>
          <Field label={t('builder.introEs')} error={undefined}>
            {(field) => (
              <textarea
                {...field}
                rows={2}
                value={content.introEs ?? ''}
                onChange={({ target }) => write({ introEs: target.value || null })}
              />
            )}
          </Field>
          <label className={styles.check}>
            <input type="checkbox" checked={draft.intake} onChange={({ target }) => set({ intake: target.checked })} />
            {t('builder.intake')}
          </label>
        </fieldset>
        {content.questions.map((question, place) => (
          <section key={question.name} className={styles.card} aria-label={t('builder.questionNumber', { number: place + 1 })}>
            <div className={styles.head}>
              <h3>{t('builder.questionNumber', { number: place + 1 })}</h3>
              {!readOnly && (
                <span className={styles.row}>
                  <Button
                    size="small"
                    color="inherit"
                    disabled={place === 0}
                    onClick={() => write({ questions: moved(content.questions, place, -1) })}
                  >
                    {t('builder.up')}
                  </Button>
                  <Button
                    size="small"
                    color="inherit"
                    disabled={place === content.questions.length - 1}
                    onClick={() => write({ questions: moved(content.questions, place, 1) })}
                  >
                    {t('builder.down')}
                  </Button>
                  <Button
                    size="small"
                    color="inherit"
                    onClick={() => write({ questions: content.questions.filter((one) => one !== question) })}
                  >
                    {t('builder.remove')}
                  </Button>
                </span>
              )}
            </div>
            <QuestionEditor
              question={question}
              before={content.questions.slice(0, place)}
              disabled={readOnly}
              onChange={(next) => write({ questions: content.questions.map((one) => (one.name === question.name ? next : one)) })}
            />
            {faults
              .filter(({ field }) => field.startsWith(`questions.${place}.`))
              .map(({ field, message }) => (
                <p key={field} role="alert" className={styles.error}>
                  {message}
                </p>
              ))}
          </section>
        ))}
        {!readOnly && (
          <>
            <Button variant="outlined" onClick={() => write({ questions: [...content.questions, newQuestion(content)] })}>
              {t('builder.addQuestion')}
            </Button>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={content.scoring !== null}
                onChange={({ target }) => write({ scoring: target.checked ? { mostUnanswered: 0, bands: [], source: null } : null })}
              />
              {t('builder.scored')}
            </label>
            {content.scoring && <BandsEditor scoring={content.scoring} onChange={(scoring) => write({ scoring })} />}
            <p role={told instanceof Error ? 'alert' : 'status'} className={told instanceof Error ? styles.error : styles.muted}>
              {told instanceof Error ? told.message : told && t(`builder.${told}`)}
            </p>
            <span className={styles.row}>
              <Button
                variant="contained"
                disabled={saving !== 'saved' || publish.isPending || survey?.changed === false}
                onClick={() => end('published')}
              >
                {t('builder.publish')}
              </Button>
              {survey?.status === 'live' && (
                <Button color="inherit" disabled={saving !== 'saved' || retire.isPending} onClick={() => end('retired')}>
                  {t('builder.retire')}
                </Button>
              )}
            </span>
          </>
        )}
      </div>
      <SurveyPreview content={content} />
    </div>
  );
}
