import { useEffect, useRef } from 'react';
import styles from './calls.module.css';

interface VideoProps {
  readonly track: MediaStreamTrack;
  readonly label: string;
  /** The own picture, as in a mirror: in the corner of the other's, or in its place as long as that is awaited. */
  readonly own?: 'corner' | 'whole';
}

/** A picture that is moving; its sound is played elsewhere, whatever screen is open. */
export function Video({ track, label, own }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    current.srcObject = new MediaStream([track]);
    current.play().catch(() => undefined);
    return () => {
      current.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={element}
      className={own === 'corner' ? styles.ownPicture : styles.picture}
      data-own={own}
      aria-label={label}
      muted
      playsInline
      autoPlay
    />
  );
}
