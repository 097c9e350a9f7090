import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { Pictures } from './pictures.tsx';
import { Preferences } from './preferences.tsx';
import { Profile } from './profile.tsx';

/** Profile, pictures and preferences of the signed-in person; each is saved by itself. */
export function AccountParts() {
  const { t } = useTranslation('account');
  const { userId } = useSession();
  const query = useQuery(accountQuery(userId));
  if (query.data)
    return (
      <>
        <Profile account={query.data} />
        <Pictures account={query.data} />
        <Preferences account={query.data} />
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
    <div aria-busy="true">
      <Skeleton variant="rounded" height={240} />
    </div>
  );
}
