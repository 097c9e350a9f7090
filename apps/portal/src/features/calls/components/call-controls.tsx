import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { canChooseOutput } from '#lib/calls/devices.ts';
import type { OwnCallState } from '#lib/calls/own-call.ts';
import { useNow } from '#lib/now.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Icon } from '#ui/icons.tsx';
import { clockOf, stateKey } from '../call-words.ts';
import { deviceSettings } from '../open-settings.ts';
import { useCalls } from '../use-calls.ts';
import styles from './calls.module.css';
import { Video } from './video.tsx';

const everySecondMs = 1_000;

/** Where the call is, how long it lasts, and how good the connection is: in words. */
export function CallStatus({ own }: { readonly own: OwnCallState }) {
  const { t } = useTranslation('calls');
  const nowMs = useNow(everySecondMs);
  const { heardFromMs, quality, other, call, media } = own;
  const state = stateKey(own);
  const isHeard = heardFromMs !== null && state !== 'ended';
  const isOtherMuted = call?.isRemoteAudioEnabled === false;
  return (
    <div className={styles.status}>
      <p className={styles.state}>
        <span role="status">{t(`state.${state}`)}</span>
        {isHeard && <span className={styles.clock}>{clockOf(nowMs - heardFromMs)}</span>}
      </p>
      {isHeard && state !== 'reconnecting' && !(isOtherMuted && quality === 'silent') && (
        <p className={styles.quality} data-quality={quality}>
          <span className={styles.bars} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {t(`quality.${quality}`)}
        </p>
      )}
      {isHeard && isOtherMuted && <p className={styles.quiet}>{t('window.otherMuted', { name: other.name })}</p>}
      {media.isMuted && <p className={styles.quiet}>{t('window.muted')}</p>}
    </div>
  );
}

interface CallBarProps {
  readonly own: OwnCallState;
  readonly id: string;
  /** The other one's, or as long as there is none the own; null without any. */
  readonly picture: MediaStreamTrack | null;
  readonly onExpand: () => void;
}

/** A call in one line, where a dialog has the page: with whom, how it stands, and what has to be pressed at once. */
export function CallBar({ own, id, picture, onExpand }: CallBarProps) {
  const { t } = useTranslation('calls');
  const { act } = useCalls();
  const nowMs = useNow(everySecondMs);
  const { heardFromMs, other, media } = own;
  const { isMuted, microphone, camera } = media;
  const mute = t(isMuted ? 'window.unmute' : 'window.mute');
  return (
    <div className={styles.bar}>
      {picture && (
        <button type="button" className={styles.barPicture} aria-label={t('window.expand')} title={t('window.expand')} onClick={onExpand}>
          <Video
            track={picture}
            label={picture === media.picture ? t('window.ownPicture') : t('window.picture', { name: other.name })}
            {...(picture === media.picture && { own: 'whole' })}
          />
        </button>
      )}
      <div className={styles.barText}>
        <h2 id={id} className={styles.title}>
          {other.name || t('somebody')}
        </h2>
        <p className={styles.state}>
          <span role="status">{t(`state.${stateKey(own)}`)}</span>
          {heardFromMs !== null && <span className={styles.clock}>{clockOf(nowMs - heardFromMs)}</span>}
        </p>
      </div>
      <IconButton
        icon={isMuted ? 'microphoneOff' : 'microphone'}
        size={20}
        label={mute}
        title={mute}
        aria-pressed={isMuted}
        disabled={microphone !== 'on'}
        onClick={() => act.mute(!isMuted)}
      />
      {camera === 'on' && (
        <IconButton
          icon="camera"
          size={20}
          label={t('window.cameraOff')}
          title={t('window.cameraOff')}
          onClick={() => act.showCamera(false)}
        />
      )}
      <IconButton
        icon="hangUp"
        size={20}
        label={t('window.hangUp')}
        title={t('window.hangUp')}
        className={styles.hangUp ?? ''}
        onClick={act.hangUp}
      />
    </div>
  );
}

/** What is pressed during a call. */
export function CallControls({ own }: { readonly own: OwnCallState }) {
  const { t } = useTranslation('calls');
  const { act } = useCalls();
  const { isMuted, camera, microphone } = own.media;
  const hasCamera = camera === 'on';
  return (
    <div className={styles.controls}>
      <Button
        variant="outlined"
        color="secondary"
        aria-pressed={isMuted}
        disabled={microphone !== 'on'}
        startIcon={<Icon name={isMuted ? 'microphoneOff' : 'microphone'} />}
        onClick={() => act.mute(!isMuted)}
      >
        {t(isMuted ? 'window.unmute' : 'window.mute')}
      </Button>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<Icon name={hasCamera ? 'camera' : 'cameraOff'} />}
        onClick={() => act.showCamera(!hasCamera)}
      >
        {t(hasCamera ? 'window.cameraOff' : 'window.cameraOn')}
      </Button>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<Icon name={canChooseOutput() ? 'sliders' : 'microphone'} />}
        onClick={() => deviceSettings.set(true)}
      >
        {t('window.devices')}
      </Button>
      <Button variant="contained" color="error" startIcon={<Icon name="hangUp" />} onClick={act.hangUp}>
        {t('window.hangUp')}
      </Button>
    </div>
  );
}

/** What is wrong with microphone or camera while the call goes on, and the press that a browser wants before it plays. */
export function CallTroubles({ own }: { readonly own: OwnCallState }) {
  const { t } = useTranslation('calls');
  const { act } = useCalls();
  const { microphone, camera } = own.media;
  const { name } = own.other;
  return (
    <>
      {own.isSoundBlocked && (
        <Button variant="contained" startIcon={<Icon name="speaker" />} onClick={act.listenNow}>
          {t('window.hear', { name })}
        </Button>
      )}
      {own.step === 'going' && microphone !== 'on' && microphone !== 'off' && (
        <>
          <p role="alert" className={styles.trouble}>
            {t(`trouble.microphone.${microphone}`)}
          </p>
          <Button variant="contained" onClick={act.tryAgain}>
            {t('window.tryAgain')}
          </Button>
        </>
      )}
      {camera !== 'on' && camera !== 'off' && (
        <p role="alert" className={styles.trouble}>
          {t(`trouble.camera.${camera}`)} {own.step === 'going' && t('trouble.goesOn')}
        </p>
      )}
    </>
  );
}
