import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { calendarDay, memberTimeZone } from '@vigil/domain/timeframe/zone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { loggedQuery, readingsByHandQuery } from './api/logging.ts';
import { LogSomething } from './components/log-something.tsx';
import { LoggedList } from './components/logged-list.tsx';
import styles from './logging.module.css';
import { dayOf } from './to-activity.ts';

/** Days that are shown at first, and further ones each time they are asked for. */
const shownDays = 28;

/** What a member logs by hand, and what was logged: on the member's own page the form itself, for the care team behind a button. */
export function LoggingScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('logging');
  const { userId, tenant } = useSession();
  const own = userId === memberId;
  const account = useQuery(accountQuery(memberId)).data;
  const zone = memberTimeZone(account?.languageRegion.timezone);
  const [days, setDays] = useState(shownDays);
  const today = calendarDay(useNow() / 1000, zone);
  const from = dayOf({ date: dateOfDay(today - days + 1) });
  const query = useQuery({ ...loggedQuery(memberId, from), placeholderData: keepPreviousData });
  const elsewhere = useQuery({
    ...readingsByHandQuery(memberId, from, dayOf({ date: dateOfDay(today) })),
    placeholderData: keepPreviousData,
  });
  usePageTitle(t(own ? 'ownTitle' : 'staffTitle'));
  const onHold = own && account?.accountStatus === 'HOLDING';
  const canWrite = own ? !onHold : tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const something = account && <LogSomething memberId={memberId} zone={zone} own={own} logged={query.data ?? []} />;

  return (
    <div className={styles.screen} data-own={own}>
      {own && canWrite && (
        <div className={styles.card} data-awaited={!account || undefined}>
          {something}
        </div>
      )}
      {!own && <StaffStart canWrite={canWrite}>{something}</StaffStart>}
      {onHold && <p className={styles.card}>{t('onHold')}</p>}
      <LoggedList
        memberId={memberId}
        own={own}
        canWrite={canWrite}
        zone={zone}
        days={days}
        query={query}
        elsewhere={elsewhere}
        onOlder={() => setDays((before) => before + shownDays)}
      />
    </div>
  );
}

/** For the care team the same form, in a dialog. */
function StaffStart({ canWrite, children }: { readonly canWrite: boolean; readonly children: React.ReactNode }) {
  const { t } = useTranslation('logging');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.start}>
      <p className={styles.lead}>{t(canWrite ? 'staffLead' : 'readOnly')}</p>
      {canWrite && (
        <Button variant="contained" onClick={() => setOpen(true)}>
          {t('logFor')}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        aria-labelledby="log-title"
        slotProps={{ paper: { className: styles.dialog ?? '' } }}
      >
        <div className={styles.dialogHead}>
          <h2 id="log-title">{t('dialogTitle')}</h2>
          <Button color="inherit" onClick={() => setOpen(false)}>
            {t('close')}
          </Button>
        </div>
        {children}
      </Dialog>
    </div>
  );
}
