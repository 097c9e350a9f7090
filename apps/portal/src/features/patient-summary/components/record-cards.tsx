import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { conditionsQuery, ordersQuery, proceduresQuery } from '../api/ask-summary.ts';
import { dayInWords, isCurrent, isOpen, wasDone } from '../record.ts';
import styles from '../summary.module.css';
import { RecordCard } from './record-card.tsx';

/** What writes a date of another system in the reader's way; nothing where there is none. */
function useDay() {
  const { i18n } = useTranslation('patientSummary');
  return (date: string | null) => (date === null ? undefined : dayInWords(date, i18n.language));
}

/** As many procedures or orders stand here at first: a record may have hundreds. */
const most = 5;

/** What the member has, as other systems tell it; what is over is counted. */
export function ConditionsCard({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const dayOf = useDay();
  return (
    <RecordCard
      title={t('conditions.title')}
      answer={useQuery(conditionsQuery(memberId))}
      isShown={isCurrent}
      texts={{ failed: t('conditions.failed'), none: t('conditions.none'), others: (count) => t('conditions.past', { count }) }}
      what={({ name, severity, verification }) => (
        <>
          <strong>{name}</strong> {severity}
          {verification !== null && verification !== 'confirmed' && ` (${verification})`}
        </>
      )}
      when={({ onset, onsetText }) => dayOf(onset) ?? onsetText}
    />
  );
}

/** What was done to the member, as other systems tell it, the last first. */
export function ProceduresCard({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const dayOf = useDay();
  return (
    <RecordCard
      title={t('procedures.title')}
      answer={useQuery(proceduresQuery(memberId))}
      isShown={wasDone}
      most={most}
      texts={{ failed: t('procedures.failed'), none: t('procedures.none'), others: (count) => t('procedures.undone', { count }) }}
      what={({ name, status, reason }) => (
        <>
          <strong>{name}</strong> {status !== null && status !== 'completed' && `(${status}) `}
          {reason !== null && <span className={styles.muted}>{t('record.because', { reason })}</span>}
        </>
      )}
      when={({ performedFrom, performedTo }) => dayOf(performedTo ?? performedFrom)}
    />
  );
}

/** What was ordered for the member in other systems and is awaited, the last first; what must not be done says so. */
export function OrdersCard({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const dayOf = useDay();
  return (
    <RecordCard
      title={t('orders.title')}
      answer={useQuery(ordersQuery(memberId))}
      isShown={isOpen}
      most={most}
      texts={{ failed: t('orders.failed'), none: t('orders.none'), others: (count) => t('orders.past', { count }) }}
      what={({ name, status, priority, doNotPerform, reason }) => (
        <>
          {doNotPerform && <strong className={styles.warn}>{t('orders.doNotPerform')} </strong>}
          <strong>{name}</strong> {priority !== null && priority !== 'routine' && `${priority} `}
          {status !== null && status !== 'active' && `(${status}) `}
          {reason !== null && <span className={styles.muted}>{t('record.because', { reason })}</span>}
        </>
      )}
      when={({ authored, plannedFrom }) => (plannedFrom === null ? dayOf(authored) : t('orders.planned', { day: dayOf(plannedFrom) }))}
    />
  );
}
