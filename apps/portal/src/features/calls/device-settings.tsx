import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canChooseOutput, chosenDevices, type DeviceUse, deviceInUse, devices, devicesFor, followDevices } from '#lib/calls/devices.ts';
import { followLevel } from '#lib/calls/level.ts';
import { playTestSound } from '#lib/calls/ring-sound.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './components/calls.module.css';
import { Video } from './components/video.tsx';
import { useChosenDevices, useTryOut } from './use-try-out.ts';

/** What the person speaks into, hears and is seen by, and what rings: chosen and tried out. A call that goes on changes at once. */
export function DeviceSettings({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('calls');
  const { userId } = useSession();
  const id = useId();
  const all = useStore(devices);
  useEffect(followDevices, []);
  // Names are told once the microphone was allowed; then it may be opened without asking.
  const isAllowed = all.some(({ kind, name }) => kind === 'audioinput' && name !== '');
  const [isAsked, setAsked] = useState(false);
  const microphone = useTryOut(userId, 'microphone', isAllowed || isAsked);
  const [showsPicture, setShowsPicture] = useState(false);
  const camera = useTryOut(userId, 'camera', showsPicture);
  return (
    <Dialog open onClose={onClose} scroll="body" aria-labelledby={id} slotProps={{ paper: { className: styles.settings ?? '' } }}>
      <header className={styles.settingsHead}>
        <h1 id={id} className={styles.title}>
          {t('devices.title')}
        </h1>
        <IconButton icon="close" label={t('devices.close')} onClick={onClose} />
      </header>
      <p className={styles.quiet}>{t('devices.lead')}</p>
      <Choice use="microphone">
        {microphone.trouble && <Trouble text={t(`trouble.microphone.${microphone.trouble}`)} onAgain={microphone.again} />}
        {microphone.track && <Level track={microphone.track} />}
        {!isAllowed && !isAsked && (
          <>
            <p className={styles.quiet}>{t('devices.allowText')}</p>
            <Button variant="outlined" startIcon={<Icon name="microphone" />} onClick={() => setAsked(true)}>
              {t('devices.allow')}
            </Button>
          </>
        )}
      </Choice>
      <Choice use="speaker">
        <Sound use="speaker" label={t('devices.test')} />
      </Choice>
      <Choice use="ringing">
        <Sound use="ringing" label={t('devices.testRinging')} />
      </Choice>
      <Choice use="camera">
        {camera.trouble && <Trouble text={t(`trouble.camera.${camera.trouble}`)} onAgain={camera.again} />}
        {camera.track && (
          <div className={styles.preview}>
            <Video track={camera.track} label={t('devices.previewLabel')} />
          </div>
        )}
        <Button
          variant="outlined"
          color="secondary"
          startIcon={<Icon name={showsPicture ? 'cameraOff' : 'camera'} />}
          onClick={() => setShowsPicture(!showsPicture)}
        >
          {t(showsPicture ? 'devices.hidePreview' : 'devices.preview')}
        </Button>
      </Choice>
    </Dialog>
  );
}

/** One use, the devices for it, and below how the one in use is tried out. */
function Choice({ use, children }: { readonly use: DeviceUse; readonly children: ReactNode }) {
  const { t } = useTranslation('calls');
  const { userId } = useSession();
  const id = useId();
  const chosen = useChosenDevices(userId)[use];
  const all = useStore(devices);
  const offered = devicesFor(use, all);
  const isGone = chosen !== undefined && deviceInUse(userId, use, all) === null;
  const isOutput = use === 'speaker' || use === 'ringing';
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t(`devices.${use}`)}</label>
      {isOutput && !canChooseOutput() ? (
        <p className={styles.quiet}>{t('devices.noOutput')}</p>
      ) : (
        <select
          id={id}
          className={styles.select}
          value={isGone ? '' : (chosen ?? '')}
          aria-describedby={isGone ? `${id}-gone` : undefined}
          onChange={({ target }) => chosenDevices.choose(userId, use, target.value === '' ? null : target.value)}
        >
          <option value="">{t('devices.system')}</option>
          {offered.map((one, at) => (
            <option key={one.id} value={one.id}>
              {one.name || t('devices.unnamed', { number: at + 1 })}
            </option>
          ))}
        </select>
      )}
      {isGone && offered.length > 0 && (
        <p id={`${id}-gone`} role="status" className={styles.trouble}>
          {t('devices.unplugged')}
        </p>
      )}
      {children}
    </div>
  );
}

function Trouble({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) {
  const { t } = useTranslation('calls');
  return (
    <div role="alert" className={styles.trouble}>
      <p>{text}</p>
      <Button variant="outlined" color="secondary" onClick={onAgain}>
        {t('devices.tryAgain')}
      </Button>
    </div>
  );
}

/** Above this loudness somebody who speaks is heard; below it is the noise of a room. */
const heardFrom = 0.25;

/** How loud the microphone hears the person. */
function Level({ track }: { readonly track: MediaStreamTrack }) {
  const { t } = useTranslation('calls');
  const [level, setLevel] = useState(0);
  const [wasHeard, setHeard] = useState(false);
  useEffect(
    () =>
      followLevel(track, (now) => {
        setLevel(now);
        if (now >= heardFrom) setHeard(true);
      }),
    [track],
  );
  return (
    <>
      <meter className={styles.level} aria-label={t('devices.level')} min={0} max={1} value={level} />
      <p className={styles.quiet}>
        {t('devices.levelText')} <span role="status">{t(wasHeard ? 'devices.heard' : 'devices.notHeard')}</span>
      </p>
    </>
  );
}

function Sound({ use, label }: { readonly use: 'speaker' | 'ringing'; readonly label: string }) {
  const { userId } = useSession();
  const [isPlaying, setPlaying] = useState(false);
  return (
    <Button
      variant="outlined"
      color="secondary"
      startIcon={<Icon name="speaker" />}
      disabled={isPlaying}
      onClick={() => {
        setPlaying(true);
        void playTestSound(deviceInUse(userId, use)).finally(() => setPlaying(false));
      }}
    >
      {label}
    </Button>
  );
}
