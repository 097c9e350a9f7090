import { useFileUrl } from '#lib/file.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  readonly photoUrl: string | null;
  /** Pixels a side. */
  readonly size?: number;
}

/** A person's photo, or their initials. The name stands beside it or in the control's label, so it is not read out a second time. */
export function Avatar({ name, photoUrl, size = 28 }: AvatarProps) {
  const url = useFileUrl(photoUrl);
  const initials = name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const style = { width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.36)) };
  return (
    <span className={styles.avatar} style={style} data-initials={url ? '' : initials} aria-hidden="true">
      {url && <img src={url} alt="" />}
    </span>
  );
}
