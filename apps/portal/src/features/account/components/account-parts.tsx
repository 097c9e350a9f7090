import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { EmergencyContacts } from './emergency-contacts.tsx';
import { Pictures } from './pictures.tsx';
import { Preferences } from './preferences.tsx';
import { Profile } from './profile.tsx';
import { SecurityLink } from './security-link.tsx';

interface AccountPartsProps {
  /** Where the person changes how they sign in. */
  readonly security: string;
  /** The person goes there. */
  readonly onLeave?: () => void;
}

/** Profile, pictures and preferences of the signed-in person; each is saved by itself. What they sign in with has a page of its own. */
export function AccountParts({ security, onLeave }: AccountPartsProps) {
  const { t } = useTranslation('account');
  const { userId } = useSession();
  const query = useQuery(accountQuery(userId));
  if (query.data)
    return (
      <>
        <Profile account={query.data} />
        {query.data.roles.includes('patient') && <EmergencyContacts account={query.data} />}
        <Pictures account={query.data} />
        <Preferences account={query.data} />
        <SecurityLink to={security} onLeave={onLeave} />
      </>
    );
  if (query.isError)
    return (
      <StatePanel
        icon="alert"
        failure
        title={t('failedTitle')}
        text={query.error.message}
        action={{ label: t('retry'), onClick: () => void query.refetch() }}
      />
    );
  return (
    <div aria-busy="true" data-awaited>
      <Skeleton variant="rounded" height={240} />
    </div>
  );
}
