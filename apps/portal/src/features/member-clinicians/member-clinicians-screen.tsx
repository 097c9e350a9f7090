import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { relationTeamTypes } from '@vigil/contract/registry-relations.values';
import { useTranslation } from 'react-i18next';
import { isNotThere } from '#lib/failures.ts';
import { accountQuery } from '#lib/member.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { BackLink } from '#ui/back-link.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { careTeamQuery, cliniciansQuery } from './api/relations.ts';
import styles from './member-clinicians.module.css';
import { TeamSide } from './team-side.tsx';

/** Who looks after a member, for administrators: assign, unassign, reassign. The member list leads here. */
export function MemberCliniciansScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('memberClinicians');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const member = useQuery(accountQuery(memberId));
  const clinicians = useQuery(cliniciansQuery(memberId));
  const staff = useQuery(careTeamQuery());
  const failed = [member, clinicians, staff].find(({ data, error }) => error && !data)?.error;
  if (failed) {
    const gone = isNotThere(failed);
    return (
      <StatePanel
        failure
        level={1}
        icon={gone ? 'person' : 'alert'}
        title={t(gone ? 'notFoundTitle' : 'failedTitle')}
        text={gone ? t('notFoundText') : failed.message}
        action={
          gone
            ? { label: t('toList'), onClick: () => void navigate({ to: '/admin/members' }) }
            : { label: t('retry'), onClick: () => void Promise.all([member.refetch(), clinicians.refetch(), staff.refetch()]) }
        }
      />
    );
  }
  const { data } = clinicians;
  const name = member.data && `${member.data.personalInfo.firstName} ${member.data.personalInfo.lastName}`;
  return (
    <div className={styles.page} aria-busy={!data || !staff.data}>
      <PageHead
        back={<BackLink to="/admin/members">{t('toList')}</BackLink>}
        title={name ? t('of', { name }) : t('title')}
        lead={t('lead')}
      />
      {data && staff.data ? (
        <div className={styles.columns}>
          {relationTeamTypes.map((teamType) => (
            <TeamSide key={teamType} memberId={memberId} teamType={teamType} clinicians={data[teamType]} staff={staff.data ?? []} />
          ))}
        </div>
      ) : (
        <Skeleton variant="rounded" height={220} />
      )}
    </div>
  );
}
