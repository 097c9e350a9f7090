import Button from '@mui/material/Button';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnCallState } from '#lib/calls/own-call.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Icon } from '#ui/icons.tsx';
import { clockOf, endKey, nextKey } from '../call-words.ts';
import { deviceSettings, videoExpanded } from '../open-settings.ts';
import { useCalls } from '../use-calls.ts';
import { movableFromPx, useMovable } from '../use-movable.ts';
import { CallBar, CallControls, CallStatus, CallTroubles } from './call-controls.tsx';
import styles from './calls.module.css';
import { Video } from './video.tsx';

export type WriteTo = (other: { readonly userId: string; readonly memberId: string | null }) => void;

interface CallWindowProps {
  readonly own: OwnCallState;
  /** A dialog is open: on a narrow page it needs the room. */
  readonly isInDialog: boolean;
  readonly onWrite: WriteTo;
}

/** The call that this page is on, over whatever screen is open: small and movable, or as large as the page. */
export function CallWindow({ own, isInDialog, onWrite }: CallWindowProps) {
  const { t } = useTranslation('calls');
  const id = useId();
  const { other, step, media } = own;
  const picture = usePicture(own);
  const wantsExpanded = useStore(videoExpanded);
  const isGoing = step === 'going' || step === 'asking' || step === 'opening';
  const hasPicture = isGoing && (picture !== null || media.picture !== null);
  const isNarrow = useWindowWidth() < movableFromPx;
  const isExpanded = wantsExpanded && hasPicture;
  const isBar = isNarrow && isInDialog && isGoing && !isExpanded;
  // Nothing of the other one is there to be seen yet.
  const isAwaited = picture === null && own.heardFromMs === null;
  const frame = useRef<HTMLElement>(null);
  const { style, handle, isMovable } = useMovable(frame, { isExpanded, isInDialog });
  const shrink = () => videoExpanded.set(false);
  // Whoever opens a dialog wants to see it; the picture is as large again as they make it.
  useEffect(() => {
    if (isNarrow && isInDialog) videoExpanded.set(false);
  }, [isNarrow, isInDialog]);
  // The button that began it is gone or disabled: who pressed it by keyboard would stand on nothing. Who stands somewhere stays there.
  useEffect(() => {
    if (document.activeElement?.matches('body, :disabled')) frame.current?.focus();
  }, []);
  return (
    <section
      ref={frame}
      className={styles.window}
      data-expanded={isExpanded || undefined}
      data-call-window=""
      tabIndex={-1}
      aria-labelledby={id}
      style={style}
      onKeyDown={(event) => {
        // Escape makes the picture small. It never hangs up.
        if (event.key !== 'Escape' || !isExpanded) return;
        event.stopPropagation();
        shrink();
      }}
    >
      {isBar ? (
        <CallBar own={own} id={id} picture={hasPicture ? (picture ?? media.picture) : null} onExpand={() => videoExpanded.set(true)} />
      ) : (
        <>
          <header className={styles.windowHead}>
            <Avatar name={other.name} photoUrl={other.photoUrl} size={28} />
            <h2 id={id} className={styles.title}>
              {other.name || t('somebody')}
            </h2>
            {hasPicture && (
              <IconButton
                icon={isExpanded ? 'shrink' : 'expand'}
                label={t(isExpanded ? 'window.shrink' : 'window.expand')}
                title={t(isExpanded ? 'window.shrink' : 'window.expand')}
                onClick={() => videoExpanded.set(!isExpanded)}
              />
            )}
            {isMovable && (
              <IconButton icon="move" label={t('window.move')} title={t('window.move')} className={styles.handle ?? ''} {...handle} />
            )}
          </header>
          {hasPicture && (
            <div className={styles.pictures}>
              {picture ? (
                <Video track={picture} label={t('window.picture', { name: other.name })} />
              ) : (
                own.heardFromMs !== null && <p className={styles.noPicture}>{t('window.noPicture', { name: other.name })}</p>
              )}
              {media.picture && <Video track={media.picture} label={t('window.ownPicture')} own={isAwaited ? 'whole' : 'corner'} />}
            </div>
          )}
          <div className={styles.windowBody}>
            {isGoing ? (
              <>
                <CallStatus own={own} />
                <CallTroubles own={own} />
                <CallControls own={own} />
              </>
            ) : (
              <Outcome own={own} onWrite={onWrite} />
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** The picture that the other one sends; null where they send none. */
function usePicture({ remote, call }: OwnCallState): MediaStreamTrack | null {
  const track = remote?.getVideoTracks()[0] ?? null;
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const look = () => setMoving(track !== null && !track.muted);
    look();
    track?.addEventListener('mute', look);
    track?.addEventListener('unmute', look);
    return () => {
      track?.removeEventListener('mute', look);
      track?.removeEventListener('unmute', look);
    };
  }, [track]);
  return isMoving && call?.isRemoteVideoEnabled !== false ? track : null;
}

/** It is over, or did not begin: why, and what can be done. */
function Outcome({ own, onWrite }: Omit<CallWindowProps, 'isInDialog'>) {
  const { t } = useTranslation('calls');
  const { act } = useCalls();
  const { userId } = useSession();
  const { call, failure, other, memberId, callId, isVideoCall, step } = own;
  const { name } = other;
  const key = call && endKey(call, userId);
  const wasCalled = call?.callee.userId === userId;
  const next = call && key !== null ? nextKey(call) : null;
  const lasted = call?.callLog.duration ?? null;
  const isBusy = next === 'busy';
  const message = (
    <Button
      variant={isBusy ? 'contained' : 'outlined'}
      color={isBusy ? 'primary' : 'secondary'}
      startIcon={<Icon name="message" />}
      onClick={() => onWrite({ userId: other.userId, memberId })}
    >
      {t('window.message')}
    </Button>
  );
  return (
    <>
      <div role="alert">
        {failure && step === 'failed' ? (
          <>
            <p className={styles.state}>{t(wasCalled ? 'failed.acceptTitle' : 'failed.title')}</p>
            <p className={styles.trouble}>
              {failure.kind === 'media'
                ? t(`trouble.microphone.${failure.trouble}`)
                : wasCalled && failure.error.code === 'conflict'
                  ? t('failed.conflict')
                  : failure.error.message}
            </p>
          </>
        ) : (
          <p className={styles.state}>{key === null ? t('ended.completed') : t(`ended.${key}`, { name })}</p>
        )}
      </div>
      {lasted !== null && <p className={styles.quiet}>{t('window.lasted', { time: clockOf(lasted) })}</p>}
      {next && <p className={styles.quiet}>{t(`next.${next}`)}</p>}
      <div className={styles.controls}>
        {step === 'failed' && (
          <Button variant="contained" onClick={act.tryAgain}>
            {t('window.tryAgain')}
          </Button>
        )}
        {step === 'failed' && failure?.kind === 'media' && (
          <Button variant="outlined" color="secondary" startIcon={<Icon name="sliders" />} onClick={() => deviceSettings.set(true)}>
            {t('window.devices')}
          </Button>
        )}
        {isBusy && message}
        {step === 'over' && key !== null && key !== 'other_device_accepted' && key !== 'no_longer_permitted' && (
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<Icon name="phone" />}
            onClick={() => act.dial({ ...other, memberId }, isVideoCall)}
          >
            {t('window.callAgain')}
          </Button>
        )}
        {!isBusy && key !== 'no_longer_permitted' && message}
        <Button variant="outlined" color="secondary" onClick={step === 'failed' ? act.hangUp : () => act.dismiss(callId)}>
          {t('window.dismiss')}
        </Button>
      </div>
    </>
  );
}
