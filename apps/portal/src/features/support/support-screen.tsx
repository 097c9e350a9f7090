import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { MadeBy } from '#ui/made-by.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './support-screen.module.css';

/** Whom to ask: the contact that the tenant has named, else its administrators. */
export function SupportScreen() {
  const { t } = useTranslation('support');
  usePageTitle(t('title'));
  const { support, tenant: named } = useConfiguration();
  const { tenant } = useSession();
  const hasContact = Boolean(support.email || support.phone);
  return (
    <div className={styles.screen}>
      <PageHead title={t('title')} lead={t('lead', { tenant: named.displayName || tenant.tenant })} />
      {hasContact ? (
        <section className={styles.card} aria-labelledby="support-contact">
          <h2 id="support-contact">{t('contact')}</h2>
          <dl className={styles.lines}>
            {support.email && <Line label={t('email')} text={support.email} href={`mailto:${encodeURIComponent(support.email)}`} />}
            {support.phone && <Line label={t('phone')} text={support.phone} href={`tel:${support.phone.replaceAll(/[^\d+]/g, '')}`} />}
            {support.hours && <Line label={t('hours')} text={support.hours} />}
          </dl>
        </section>
      ) : (
        <Administrators />
      )}
      <section className={styles.card} aria-labelledby="support-tell">
        <h2 id="support-tell">{t('tell')}</h2>
        <ul className={styles.list}>
          <li>{t('tell1')}</li>
          <li>{t('tell2')}</li>
          <li>{t('tell3')}</li>
        </ul>
      </section>
      <section className={styles.danger} aria-labelledby="support-danger">
        <h2 id="support-danger">{t('danger')}</h2>
        <p>{t('dangerText')}</p>
      </section>
      <MadeBy />
    </div>
  );
}

function Line({ label, text, href }: { readonly label: string; readonly text: string; readonly href?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{href ? <a href={href}>{text}</a> : text}</dd>
    </div>
  );
}

const administrators = { teamType: 'CLINICIAN', roles: 'tenant_admin', userStatus: 'ACTIVE' } as const;

function Administrators() {
  const { t } = useTranslation('support');
  const query = useQuery(endpointQuery(registry.listUsers, { query: administrators }, { quiet: true }));
  const people = query.data?.content;
  return (
    <section className={styles.card} aria-labelledby="support-administrators" data-awaited={query.isPending || undefined}>
      <h2 id="support-administrators">{t('administrators')}</h2>
      {query.isError && (
        <StatePanel
          icon="alert"
          failure
          title={t('loadFailedTitle')}
          text={query.error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      )}
      {query.isPending && <Skeleton variant="rounded" height={64} aria-busy="true" />}
      {people && <p>{people.length > 0 ? t('noContact') : t('nobody')}</p>}
      {people && people.length > 0 && (
        <dl className={styles.lines}>
          {people.map(({ id, firstName, lastName, contactInfo: { email } }) => (
            <Line
              key={id}
              label={`${firstName} ${lastName}`}
              text={email ?? '–'}
              {...(email && { href: `mailto:${encodeURIComponent(email)}` })}
            />
          ))}
        </dl>
      )}
    </section>
  );
}
