import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useEmergencyNumbers } from '#lib/emergency.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { EmergencyCalls, useEmergencyNumber } from '#ui/emergency-calls.tsx';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { peopleQuery } from './api/ask-calls.ts';
import { CallButtons } from './components/call-buttons.tsx';
import { CallControls, CallStatus } from './components/call-controls.tsx';
import { CallLog } from './components/call-log.tsx';
import styles from './components/calls.module.css';
import { callsSeen } from './missed-calls.ts';
import { deviceSettings } from './open-settings.ts';
import { isOnCall, useCalls } from './use-calls.ts';

interface CallsPanelProps {
  readonly memberId: string;
  readonly memberName: string;
  /** The member looks at the own page. */
  readonly own: boolean;
}

/** The Voice & Video tab: whom one can call, the call that goes on, the devices, and the calls there were. */
export function CallsPanel({ memberId, memberName, own }: CallsPanelProps) {
  const { t } = useTranslation('calls');
  const calls = useCalls();
  const { userId } = useSession();
  // Whoever has the list before them knows what they missed.
  useEffect(() => {
    if (own) callsSeen.set({ userId, at: Date.now() });
  }, [own, userId]);
  return (
    <div className={styles.panel}>
      {calls.own && isOnCall(calls) && (
        <section className={styles.part} aria-label={t('panel.running')}>
          <h2>{t('window.label', { name: calls.own.other.name })}</h2>
          <CallStatus own={calls.own} />
          <CallControls own={calls.own} />
        </section>
      )}
      {own ? <CareTeam memberId={memberId} /> : <Member memberId={memberId} name={memberName} />}
      <Button color="secondary" className={styles.start ?? ''} startIcon={<Icon name="sliders" />} onClick={() => deviceSettings.set(true)}>
        {t('panel.devices')}
      </Button>
      <CallLog memberId={own ? null : memberId} />
    </div>
  );
}

/** Calls the member whose page is open. */
function Member({ memberId, name }: { readonly memberId: string; readonly name: string }) {
  const { t } = useTranslation('calls');
  const { data: account } = useQuery(accountQuery(memberId));
  const status = account?.accountStatus;
  const blocked = status === 'HOLDING' || status === 'DISCHARGED' ? t(`cannotCall.${status}`, { name }) : null;
  const callee = { userId: memberId, name, photoUrl: account?.personalInfo.photoUrl ?? null, memberId };
  return (
    <section className={styles.part}>
      <h2>{t('panel.callMember', { name })}</h2>
      <p className={styles.quiet}>{blocked ?? t('panel.callText')}</p>
      <div className={styles.controls}>
        <CallButtons callee={callee} blocked={blocked} inWords />
      </div>
    </section>
  );
}

/** Calls somebody of the member's own care team. */
function CareTeam({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('calls');
  const { t: ui } = useTranslation('ui');
  const { userId } = useSession();
  const numbers = useEmergencyNumbers(memberId);
  const number = useEmergencyNumber(numbers);
  const { data, error, refetch } = useQuery(peopleQuery(memberId));
  const staff = data?.participants.filter((one) => one.userId !== userId && one.label !== null && one.standing === 'active');
  const isHeld = data?.conversation.silent === 'on_hold';
  return (
    <section className={styles.part}>
      <h2>{t('panel.ownTitle')}</h2>
      <p>{isHeld ? t('cannotCall.selfOnHold') : t('panel.ownText')}</p>
      <p>
        <strong>{t('panel.emergency', { number })}</strong> <EmergencyCalls numbers={numbers} />
      </p>
      {error && !data && (
        <StatePanel
          failure
          icon="alert"
          title={t('panel.peopleFailed')}
          text={error.message}
          action={{ label: ui('retry'), onClick: () => void refetch() }}
        />
      )}
      {!data && !error && <Skeleton variant="rounded" height={96} aria-label={ui('loading')} />}
      {staff?.length === 0 && <StatePanel icon="phone" title={t('panel.nobody')} text={t('panel.nobodyText')} />}
      <ul className={styles.people}>
        {staff?.map((one) => {
          const name = `${one.firstName} ${one.lastName}`.trim();
          return (
            <li key={one.userId}>
              <Avatar name={name} photoUrl={one.photoUrl} size={36} />
              <span className={styles.name}>{name}</span>
              <span className={styles.controls}>
                <CallButtons
                  callee={{ userId: one.userId, name, photoUrl: one.photoUrl, memberId }}
                  blocked={isHeld ? t('cannotCall.selfOnHold') : null}
                  inWords
                />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
