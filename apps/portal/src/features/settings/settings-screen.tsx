import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TenantSettings } from '@vigil/contract/configurator.contract';
import { settingGroups } from '@vigil/contract/configurator.values';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { PageHead } from '#ui/page-head.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { settingsQuery, touchedBySettings } from './api/tenant-settings.ts';
import { SettingGroup } from './components/setting-group.tsx';
import { SettingHistory } from './components/setting-history.tsx';
import styles from './settings-screen.module.css';

/** What holds in the tenant, in groups that are saved each by itself, and who has changed what. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  const { tenant } = useSession();
  const { revision, tenant: named } = useConfiguration();
  const query = useQuery(settingsQuery(tenant.tenant_ID));
  const client = useQueryClient();
  // Somebody else has changed a setting: what is on screen is asked for again, and what was typed stays.
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    for (const touched of touchedBySettings) void askAgain(client, touched);
  }, [client, revision]);

  return (
    <div className={styles.screen}>
      <PageHead title={t('title')} lead={t('lead', { tenant: named.displayName || tenant.tenant })} />
      {query.data ? (
        <Groups tenantId={tenant.tenant_ID} held={query.data} />
      ) : query.isError ? (
        <Failed forbidden={query.error.status === 403} reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.groups} aria-busy="true">
          {places(4).map((place) => (
            <Skeleton key={place} variant="rounded" height={112} className={styles.awaited} />
          ))}
        </div>
      )}
    </div>
  );
}

function Groups({ tenantId, held }: { readonly tenantId: string; readonly held: TenantSettings }) {
  const { t } = useTranslation('settings');
  const groups = settingGroups.filter((name) => held.settings.some(({ group }) => group === name));
  return (
    <>
      <nav className={styles.nav} aria-label={t('sections')}>
        {groups.map((name) => (
          <a key={name} href={`#${name}`}>
            {t(`group.${name}`)}
          </a>
        ))}
        <a href="#history">{t('history')}</a>
      </nav>
      <div className={styles.groups}>
        {groups.map((name) => (
          <SettingGroup
            key={name}
            tenantId={tenantId}
            name={name}
            held={held}
            settings={held.settings.filter(({ group }) => group === name)}
          />
        ))}
        <SettingHistory tenantId={tenantId} />
      </div>
    </>
  );
}

function Failed({ forbidden, reason, onRetry }: { readonly forbidden: boolean; readonly reason: string; readonly onRetry: () => void }) {
  const { t } = useTranslation('settings');
  if (forbidden) return <StatePanel icon="person" failure title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  return <StatePanel icon="alert" failure title={t('failedTitle')} text={reason} action={{ label: t('retry'), onClick: onRetry }} />;
}
