import { useTranslation } from 'react-i18next';
import { RichText } from '#ui/rich-text.tsx';
import type { ProgramDraft } from '../program-draft.ts';
import styles from '../programs.module.css';

/** A program as a member gets it. */
export function ProgramPreview({ program: { title, description, modules } }: { readonly program: ProgramDraft }) {
  const { t } = useTranslation('programs');
  return (
    <div className={styles.preview}>
      <p className={styles.muted}>{t('previewLead')}</p>
      <h2 className={styles.previewTitle}>{title || t('untitled')}</h2>
      {description && <p>{description}</p>}
      {modules.map((module) => (
        <section key={module.key} className={styles.previewModule}>
          <h3>{module.name}</h3>
          {module.steps.map((step) => (
            <article key={step.key} className={styles.previewStep}>
              <span className={styles.muted}>
                {t('onDay', { day: step.day })} · {t(`type.${step.type}`)}
                {step.type === 'pledge' && Number(step.times) > 1 && ` · ${t('keepOn', { count: Number(step.times) })}`}
              </span>
              <h4>{step.title}</h4>
              {step.type === 'survey' ? <p>{t('surveyStep')}</p> : <RichText text={step.text} />}
            </article>
          ))}
        </section>
      ))}
    </div>
  );
}
