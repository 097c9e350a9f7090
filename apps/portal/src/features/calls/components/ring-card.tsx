import Button from '@mui/material/Button';
import type { Call } from '@vigil/contract/calls.contract';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceInUse } from '#lib/calls/devices.ts';
import { otherOf } from '#lib/calls/own-call.ts';
import { startRinging } from '#lib/calls/ring-sound.ts';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import { endKey } from '../call-words.ts';
import { isOnCall, useCalls } from '../use-calls.ts';
import type { WriteTo } from './call-window.tsx';
import styles from './calls.module.css';

/**
 * Somebody calls. It stands over the page, is announced and can be reached by Tab, and takes the focus from nobody who is typing:
 * Enter and Escape go on meaning what they meant.
 */
export function RingCard({ call }: { readonly call: Call }) {
  const { t } = useTranslation('calls');
  const { userId } = useSession();
  const { act, ...state } = useCalls();
  const id = useId();
  const { name, photoUrl } = otherOf(call, userId);
  const { callId, isVideoCall } = call;
  const isWaiting = isOnCall(state);
  useRingSound(callId, userId);
  return (
    <div className={styles.card} role="alertdialog" aria-modal="false" aria-labelledby={id} data-ringing="">
      <Avatar name={name} photoUrl={photoUrl} size={36} />
      <p id={id} role="alert" className={styles.cardTitle}>
        {t(isVideoCall ? 'ringing.video' : 'ringing.audio', { name: name || t('somebody') })}
      </p>
      {isWaiting && <p className={styles.quiet}>{t('ringing.waits')}</p>}
      <div className={styles.controls}>
        {isVideoCall && (
          <Button variant="contained" disabled={isWaiting} startIcon={<Icon name="camera" />} onClick={() => act.accept(callId, true)}>
            {t('ringing.answerVideo')}
          </Button>
        )}
        <Button
          variant={isVideoCall ? 'outlined' : 'contained'}
          disabled={isWaiting}
          startIcon={<Icon name="phone" />}
          onClick={() => act.accept(callId, false)}
        >
          {t(isVideoCall ? 'ringing.answerAudio' : 'ringing.answer')}
        </Button>
        <Button variant="outlined" color="error" startIcon={<Icon name="hangUp" />} onClick={() => act.decline(callId)}>
          {t('ringing.decline')}
        </Button>
      </div>
    </div>
  );
}

/** Sounds in one tab of the browser for as long as the card is there. */
function useRingSound(callId: string, userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call rings anew.
  useEffect(() => startRinging(deviceInUse(userId, 'ringing')), [callId, userId]);
}

/** A call that nobody answered here, until somebody puts it away. */
export function MissedCard({ call, onWrite }: { readonly call: Call; readonly onWrite: WriteTo }) {
  const { t, i18n } = useTranslation('calls');
  const { userId } = useSession();
  const { act, ...state } = useCalls();
  const other = otherOf(call, userId);
  const { callId, memberId, isVideoCall, callLog } = call;
  const key = endKey(call, userId) ?? 'unknown';
  return (
    <div className={styles.card} role="status" data-missed="">
      <Avatar name={other.name} photoUrl={other.photoUrl} size={28} />
      <p className={styles.cardTitle}>{t(`ended.${key}`, { name: other.name || t('somebody') })}</p>
      <p className={styles.quiet}>
        {new Date(callLog.startedAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })}
      </p>
      <div className={styles.controls}>
        {!isOnCall(state) && (
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<Icon name="phone" />}
            onClick={() => {
              act.dismiss(callId);
              act.dial({ ...other, memberId }, isVideoCall);
            }}
          >
            {t('window.callBack')}
          </Button>
        )}
        <Button
          variant="outlined"
          color="secondary"
          startIcon={<Icon name="message" />}
          onClick={() => {
            act.dismiss(callId);
            onWrite({ userId: other.userId, memberId });
          }}
        >
          {t('window.message')}
        </Button>
        <Button variant="outlined" color="secondary" onClick={() => act.dismiss(callId)}>
          {t('window.dismiss')}
        </Button>
      </div>
    </div>
  );
}
