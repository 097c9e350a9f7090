import '#ui/messages.ts';
import './messages.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { downloadAudit } from './api/audit.ts';
import styles from './audit.module.css';
import type { AuditSearch } from './audit-search.ts';
import { AuditEntries } from './components/audit-entries.tsx';
import { AuditFilters } from './components/audit-filters.tsx';
import { ChainState } from './components/chain-state.tsx';
import { ErasureRequests } from './components/erasure-requests.tsx';
import { MemberRights } from './components/member-rights.tsx';

/** Who did what with whose data, for administrators; what members have a right to, done for them. */
export function AuditScreen() {
  const { t } = useTranslation('adminAudit');
  usePageTitle(t('title'));
  const search = useSearch({ strict: false }) as AuditSearch;
  const navigate = useNavigate();
  // The schema stands in the route table, which the screens do not know: here the address is any list's.
  const change = (next: AuditSearch) => void navigate({ to: '.', search: () => next, replace: true } as never);
  return (
    <div className={styles.screen}>
      <PageHead
        title={t('title')}
        lead={
          <>
            <p className={styles.muted}>{t('lead')}</p>
            <ChainState />
          </>
        }
      />
      <AuditFilters search={search} onChange={change}>
        <DownloadButton key={JSON.stringify(search)} label={t('csv')} start={(how) => downloadAudit(search, how)} />
      </AuditFilters>
      <ErasureRequests open />
      {search.member && <MemberRights key={search.member} memberId={search.member} />}
      <AuditEntries key={JSON.stringify(search)} search={search} onChange={change} />
      <ErasureRequests open={false} />
    </div>
  );
}
