import type { HandoffDraftMember } from '@vigil/contract/triage-handoffs.contract';
import { longestContingency, longestSummary, longestToDo } from '@vigil/contract/triage-handoffs.values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberTexts } from '../use-handoff-draft.ts';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';
import { MemberFacts } from './member-facts.tsx';
import { MemberHead } from './member-head.tsx';
import { WrittenField } from './written-field.tsx';

interface MemberEditorProps {
  readonly member: HandoffDraftMember;
  readonly texts: MemberTexts;
  readonly nowSeconds: number;
  readonly onChange: (part: Partial<MemberTexts>) => void;
}

/** One member of a draft: what is known, and beside it what the author tells. */
export function MemberEditor({ member, texts, nowSeconds, onChange }: MemberEditorProps) {
  const { t } = useTranslation('handoff');
  const id = useId();
  const name = nameOf(member.user) || t('nameless');
  return (
    <article className={styles.member} aria-labelledby={id}>
      <MemberHead
        id={id}
        memberId={member.user_id}
        user={member.user}
        severity={member.facts.severity}
        isDataMissing={member.facts.is_data_missing ?? false}
      />
      <div className={styles.sides}>
        <MemberFacts facts={member.facts} nowSeconds={nowSeconds} />
        <div className={styles.writing}>
          <WrittenField
            label={t('summary')}
            fullLabel={t('summaryOf', { name })}
            value={texts.summary}
            longest={longestSummary}
            placeholder={t('summaryPlaceholder')}
            onChange={(summary) => onChange({ summary })}
          />
          <div className={styles.pair}>
            <WrittenField
              label={t('toDo')}
              fullLabel={t('toDoOf', { name })}
              value={texts.to_do}
              longest={longestToDo}
              placeholder={t('toDoPlaceholder')}
              onChange={(toDo) => onChange({ to_do: toDo })}
            />
            <WrittenField
              label={t('contingency')}
              fullLabel={t('contingencyOf', { name })}
              value={texts.contingency}
              longest={longestContingency}
              placeholder={t('contingencyPlaceholder')}
              onChange={(contingency) => onChange({ contingency })}
            />
          </div>
        </div>
      </div>
    </article>
  );
}
