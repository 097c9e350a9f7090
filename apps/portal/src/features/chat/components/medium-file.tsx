import Button from '@mui/material/Button';
import { type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import { playsAlone } from '../one-medium.ts';
import { type FilePlace, type Missing, missingOf, openInPage } from '../open-file.ts';
import styles from './files.module.css';
import { SaveButton } from './save-button.tsx';

const wantsLittleMotion = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** A medium that is fetched when it is to play, piece by piece, and for which leave is asked again where that has run out. */
function useMedium(place: FilePlace, medium: RefObject<HTMLMediaElement | null>) {
  const [missing, setMissing] = useState<Missing | 'notPlayed' | null>(null);
  const leave = useRef<{ readonly url: string; readonly expiresAt: number } | null>(null);
  const load = async (): Promise<boolean> => {
    if (leave.current !== null && leave.current.expiresAt > Date.now()) return true;
    try {
      leave.current = await openInPage(place);
    } catch (reason) {
      setMissing(missingOf(reason));
      return false;
    }
    const at = medium.current;
    if (!at) return false;
    const { currentTime } = at;
    at.src = leave.current.url;
    at.currentTime = currentTime;
    setMissing(null);
    return true;
  };
  const play = async () => {
    if (!(await load())) return;
    // A browser may refuse to play, and whoever has gone on pauses it before it has begun.
    await medium.current?.play().catch((reason: unknown) => console.error('A medium was not played', reason));
  };
  return {
    missing,
    load,
    play,
    onPlay: () => medium.current && playsAlone(medium.current),
    onError: () => {
      if (leave.current === null) return;
      // Leave may have run out in the middle: then it goes on where it was.
      const hasRunOut = leave.current.expiresAt <= Date.now();
      leave.current = null;
      if (hasRunOut) void play();
      else setMissing('notPlayed');
    },
  };
}

/** A video: it plays without sound while the pointer is over it, and as one wishes once it was pressed. */
export function VideoFile({ place }: { readonly place: FilePlace }) {
  const { t } = useTranslation('chat');
  const video = useRef<HTMLVideoElement>(null);
  const [isBegun, setBegun] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { missing, play, onPlay, onError } = useMedium(place, video);
  /** Until somebody presses it, it plays for the pointer alone. */
  const isPressed = useRef(false);
  const isOver = useRef(false);
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || wantsLittleMotion() || isPressed.current || !video.current) return;
    isOver.current = true;
    video.current.muted = true;
    void play().then(() => {
      if (isOver.current) setBegun(true);
      else video.current?.pause();
    });
  };
  const leave = () => {
    isOver.current = false;
    if (!isPressed.current) video.current?.pause();
  };
  const press = () => {
    isPressed.current = true;
    setBegun(true);
    if (video.current) video.current.muted = false;
    void play();
  };
  const enlarge = async () => {
    setRefused(!document.fullscreenEnabled);
    if (!document.fullscreenEnabled || !video.current) return;
    press();
    await video.current.requestFullscreen().catch((reason: unknown) => console.error('Full screen was refused', reason));
  };
  return (
    <div className={styles.medium}>
      <div className={styles.stage} onPointerEnter={enter} onPointerLeave={leave}>
        {/* biome-ignore lint/a11y/useMediaCaption: what members film for their care team has no captions. */}
        <video
          ref={video}
          className={styles.video}
          aria-label={place.file.name}
          preload="none"
          playsInline
          controls={isBegun && missing === null}
          controlsList="nodownload noremoteplayback"
          disablePictureInPicture
          onPlay={onPlay}
          onError={onError}
          onPointerDown={() => {
            isPressed.current = true;
          }}
          onKeyDown={() => {
            isPressed.current = true;
          }}
        />
        {!isBegun && (
          <button type="button" className={styles.play} aria-label={t('file.play', { name: place.file.name })} onClick={press}>
            <Icon name="play" size={24} />
          </button>
        )}
      </div>
      <Foot place={place} missing={missing} onAgain={press}>
        <Button color="secondary" size="small" startIcon={<Icon name="expand" />} onClick={() => void enlarge()}>
          {t('file.fullScreen')}
        </Button>
      </Foot>
      {isRefused && <p role="alert">{t('file.noFullScreen')}</p>}
    </div>
  );
}

/** A sound, with the browser's own controls once it is to play. */
export function AudioFile({ place }: { readonly place: FilePlace }) {
  const { t } = useTranslation('chat');
  const audio = useRef<HTMLAudioElement>(null);
  const [isBegun, setBegun] = useState(false);
  const { missing, play, onPlay, onError } = useMedium(place, audio);
  const press = () => {
    setBegun(true);
    void play();
  };
  return (
    <div className={styles.medium}>
      {!isBegun && (
        <Button variant="outlined" startIcon={<Icon name="play" />} onClick={press}>
          {t('file.play', { name: place.file.name })}
        </Button>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: what members record for their care team has no captions. */}
      <audio
        ref={audio}
        className={styles.audio}
        aria-label={place.file.name}
        preload="none"
        hidden={!isBegun}
        controls
        controlsList="nodownload noremoteplayback"
        onPlay={onPlay}
        onError={onError}
      />
      <Foot place={place} missing={missing} onAgain={press} />
    </div>
  );
}

interface FootProps {
  readonly place: FilePlace;
  readonly missing: Missing | 'notPlayed' | null;
  readonly onAgain: () => void;
  readonly children?: ReactNode;
}

/** What the medium is, how it is saved, and why it does not play. */
function Foot({ place, missing, onAgain, children }: FootProps) {
  const { t, i18n } = useTranslation('chat');
  return (
    <>
      <div className={styles.cardHead}>
        <span className={styles.name}>{place.file.name}</span>
        <span className={styles.size}>{sizeLabel(place.file.size, i18n.language)}</span>
        {children}
        <SaveButton place={place} />
      </div>
      {missing !== null && (
        <p role="alert" className={styles.why}>
          {t(`file.${missing}`)}{' '}
          {missing !== 'gone' && missing !== 'notPlayed' && (
            <button type="button" className={styles.inline} onClick={onAgain}>
              {t('file.again')}
            </button>
          )}
        </p>
      )}
    </>
  );
}
