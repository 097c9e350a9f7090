import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '@vigil/contract';
import type { getToday } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { memberSearchQuery } from '#lib/member-search.ts';
import { useSession } from '#lib/session/session.ts';
import { StatePanel } from '#ui/state-panel.tsx';

type NotEvaluated = NonNullable<ResponseOf<typeof getToday>['notEvaluated']>;

interface NothingOpenProps {
  /** All members whom the person sees were asked for. */
  readonly ofAll: boolean;
  /** The person looks on, and nobody needs them. */
  readonly isViewOnly: boolean;
  /** Neither gaps nor anything put aside: perhaps there are no members. */
  readonly isBare: boolean;
  /** Of whom the rules have not judged everything, and why: then nothing open means nothing. */
  readonly notEvaluated: NotEvaluated | null;
  readonly onShowAll: () => void;
}

/** What stands in the place of rows: that nobody needs anybody, or that there is nobody yet, which is no calm. */
export function NothingOpen({ ofAll, isViewOnly, isBare, notEvaluated, onShowAll }: NothingOpenProps) {
  const { t } = useTranslation('today');
  const navigate = useNavigate();
  const { roles } = useSession().tenant;
  const { data: members } = useQuery({ ...memberSearchQuery(''), enabled: ofAll && isBare });
  if (ofAll && isBare && members?.totalElements === 0) {
    const invites = roles.includes('tenant_admin');
    return (
      <StatePanel
        icon="members"
        title={t('noMembersTitle')}
        text={t(invites ? 'noMembersInvite' : isViewOnly ? 'noMembersViewOnly' : 'noMembersText')}
        {...(invites && { action: { label: t('invite'), onClick: () => void navigate({ to: '/admin/members/account-invitation' }) } })}
      />
    );
  }
  if (notEvaluated) {
    const { because, members: count } = notEvaluated;
    const text =
      because === 'restarted' || because === 'first_rules'
        ? t(because === 'restarted' ? 'emptySoFarText' : 'emptyFirst', { count })
        : t(`emptyUnchecked.${because}`);
    return <StatePanel icon="clock" title={t('emptySoFarTitle')} text={text} />;
  }
  return (
    <StatePanel
      icon="check"
      title={t(isViewOnly ? 'emptyTitleViewOnly' : 'emptyTitle')}
      text={t(ofAll ? 'emptyText' : 'emptyScope')}
      {...(!ofAll && { action: { label: t('showAll'), onClick: onShowAll } })}
    />
  );
}
