import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { latestQuery } from '#lib/member-readings.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { session } from '#lib/session/session.ts';
import { Loader } from '#ui/loader.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import type { BesidePage } from './beside-page.ts';
import { DataPage } from './components/data-page.tsx';
import './messages.ts';

/** A member's readings over time: the page /patient/{id}/data, for the care team and for the member. */
export function PatientDataScreen({ memberId, tabs, onOpen }: { readonly memberId: string } & BesidePage): ReactNode {
  const { t } = useTranslation('patientData');
  const ui = useTranslation('ui').t;
  const account = useQuery(accountQuery(memberId));
  const latest = useQuery(latestQuery(memberId));
  const isOwn = session.get()?.userId === memberId;
  usePageTitle(t(isOwn ? 'ownTitle' : 'title'));
  const failure = account.error ?? latest.error;
  if (failure instanceof ApiError && (failure.status === 403 || failure.status === 404)) {
    return <StatePanel icon="alert" failure title={t('error.closed')} text={failure.message} />;
  }
  if (account.isError && account.data === undefined) {
    return (
      <StatePanel
        icon="alert"
        failure
        title={t('error.other')}
        text={account.error.message}
        action={{ label: t('error.retry'), onClick: () => void account.refetch() }}
      />
    );
  }
  if (account.data === undefined) return <Loader inline label={ui('loading')} />;
  return (
    <DataPage
      memberId={memberId}
      zone={memberTimeZone(account.data.languageRegion.timezone)}
      heightM={account.data.bioInfo?.heightInMeters ?? null}
      isOwn={isOwn}
      latest={latest.data}
      latestFailed={latest.isError && latest.data === undefined}
      tabs={tabs}
      onOpen={onOpen}
    />
  );
}
