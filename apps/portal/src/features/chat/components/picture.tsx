import { useTranslation } from 'react-i18next';
import { useFile } from '#lib/file.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import { type FilePlace, missingOf } from '../open-file.ts';
import styles from './files.module.css';

interface PictureProps {
  readonly place: FilePlace;
  readonly onOpen: () => void;
}

/** How large a picture is drawn at most. Pixels. */
const widest = 250;
const highest = 260;

/** A small copy of a picture at its final size from the start, which opens it large. */
export function Picture({ place: { file }, onOpen }: PictureProps) {
  const { t, i18n } = useTranslation('chat');
  const { url, failed, failure, readAgain } = useFile(file.thumbnailUrl);
  const { name, size, widthPx, heightPx } = file;
  const scale = widthPx && heightPx ? Math.min(1, widest / widthPx, highest / heightPx) : null;
  const box = scale === null ? { width: widest, height: widest } : { width: Number(widthPx) * scale, height: Number(heightPx) * scale };
  if (failed)
    return (
      <div className={styles.card}>
        <p className={styles.cardHead}>
          <Icon name="file" />
          <span className={styles.name}>{name}</span>
          <span className={styles.size}>{sizeLabel(size, i18n.language)}</span>
        </p>
        <p className={styles.why}>
          {t(`file.${missingOf(failure)}`)}{' '}
          {failure?.status !== 404 && (
            <button type="button" className={styles.inline} onClick={readAgain}>
              {t('file.again')}
            </button>
          )}
        </p>
      </div>
    );
  return (
    <button
      type="button"
      className={styles.picture}
      style={{ aspectRatio: `${box.width} / ${box.height}`, width: Math.max(box.width, 44) }}
      aria-label={t('file.openPicture', { name })}
      onClick={onOpen}
    >
      {url ? (
        <img src={url} alt="" />
      ) : (
        <span className={styles.pictureWaits}>{file.thumbnailUrl === null ? <Icon name="file" size={24} /> : null}</span>
      )}
    </button>
  );
}
