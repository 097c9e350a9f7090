import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { Page } from '#ui/page.tsx';
import { OwnContent } from './components/own-content.tsx';
import { Programs } from './components/programs.tsx';
import { StaffContent } from './components/staff-content.tsx';
import styles from './content.module.css';

/** A member's programs and what they bring: to do for the member, to read, assign and cancel for the care team. */
export function ContentScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientContent');
  const { userId, tenant } = useSession();
  const own = userId === memberId;
  const account = useQuery(accountQuery(memberId)).data;
  const onHold = own && account?.accountStatus === 'HOLDING';
  const canAssign = !own && tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  usePageTitle(t(own ? 'ownTitle' : 'title'));
  if (!own)
    return (
      <Page>
        <Programs memberId={memberId} own={false} canAssign={canAssign} />
        <StaffContent memberId={memberId} />
      </Page>
    );
  return (
    <Page width="column">
      {onHold && <p className={styles.card}>{t('onHold')}</p>}
      <OwnContent memberId={memberId} canWrite={!onHold} />
      <Programs memberId={memberId} own canAssign={false} />
    </Page>
  );
}
