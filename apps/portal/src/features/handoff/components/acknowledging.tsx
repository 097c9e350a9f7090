import Button from '@mui/material/Button';
import { longestReadBack } from '@vigil/contract/triage-handoffs.values';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { useNotices } from '#lib/notices.ts';
import { useAcknowledge } from '../api/handoffs.ts';
import { typedReadBacks } from '../typed-texts.ts';
import styles from './handoff.module.css';
import { WrittenField } from './written-field.tsx';

/** Whoever takes over says that they do, and what they understood. What is typed stays until it is stored. */
export function Acknowledging({ handoffId }: { readonly handoffId: string }) {
  const { t } = useTranslation('handoff');
  const notify = useNotices();
  const acknowledge = useAcknowledge();
  const [typed] = useDrafts(typedReadBacks, handoffId);
  const text = typed?.text ?? '';
  const send = () =>
    acknowledge.mutate(
      { params: { handoffId }, body: { read_back: text.trim() } },
      {
        onSuccess: () => {
          typedReadBacks.remove(handoffId, handoffId);
          notify({ message: t('acknowledged'), variant: 'success' });
        },
      },
    );
  return (
    <section className={`${styles.member} ${styles.offPaper}`} aria-label={t('acknowledge')}>
      <WrittenField
        label={t('readBack')}
        value={text}
        longest={longestReadBack}
        placeholder={t('readBackHint')}
        onChange={(next) => typedReadBacks.put(handoffId, { id: handoffId, text: next })}
      />
      <div className={styles.receiver}>
        <Button variant="contained" disabled={acknowledge.isPending || text.length > longestReadBack} onClick={send}>
          {t('acknowledge')}
        </Button>
        {acknowledge.error && (
          <p role="alert" className={styles.fault}>
            {acknowledge.error.message}
          </p>
        )}
      </div>
    </section>
  );
}
