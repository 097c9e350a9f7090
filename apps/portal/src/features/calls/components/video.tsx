import { useEffect, useRef } from 'react';
import styles from './calls.module.css';

interface VideoProps {
  readonly track: MediaStreamTrack;
  readonly label: string;
  /** The own picture, as in a mirror. */
  readonly isOwn?: boolean;
}

/** A picture that is moving; its sound is played elsewhere, whatever screen is open. */
export function Video({ track, label, isOwn = false }: VideoProps) {
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
  return <video ref={element} className={isOwn ? styles.ownPicture : styles.picture} aria-label={label} muted playsInline autoPlay />;
}
