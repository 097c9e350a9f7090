import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '#ui/pager.tsx';
import { outboxQuery } from '../api/onboarding.ts';
import styles from './onboarding.module.css';

/** Messages that nothing carries: whoever administers the tenant passes them on. Nothing where everything is carried. */
export function OutboxPanel() {
  const { t, i18n } = useTranslation('adminInvitations');
  const [page, setPage] = useState(1);
  const { data } = useQuery(outboxQuery(page));
  if (!data || (data.totalElements === 0 && !data.waits.includes('EMAIL'))) return null;
  const time = new Intl.DateTimeFormat(i18n.language === 'en' ? undefined : i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles.outbox} aria-labelledby="outbox">
      <h2 id="outbox" className={styles.heading}>
        {t('outbox.title')}
      </h2>
      <p className={styles.hint}>
        {t('outbox.why', { channels: data.waits.map((channel) => t(`channel.${channel}`)).join(t('outbox.and')) })}
      </p>
      {data.content.length === 0 ? (
        <p className={styles.hint}>{t('outbox.empty')}</p>
      ) : (
        data.content.map(({ id, channel, to, subject, text, createdAt }) => (
          <details key={id}>
            <summary>
              <strong>{to}</strong> <span>{t(`channel.${channel}`)}</span> <span>{subject}</span> <span>{time.format(createdAt)}</span>
            </summary>
            <pre>{text}</pre>
          </details>
        ))
      )}
      {data.totalElements > data.size && (
        <div className={styles.pager}>
          <Pager page={page} size={data.size} total={data.totalElements} onPage={setPage} onSize={() => setPage(1)} />
        </div>
      )}
    </section>
  );
}
