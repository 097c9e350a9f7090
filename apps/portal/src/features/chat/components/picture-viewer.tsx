import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFile } from '#lib/file.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import { Loader } from '#ui/loader.tsx';
import { type FilePlace, missingOf } from '../open-file.ts';
import { SaveButton } from './save-button.tsx';
import styles from './viewer.module.css';

interface PictureViewerProps {
  /** Of one message, in their order. */
  readonly pictures: readonly FilePlace[];
  /** The id of the one that is open. */
  readonly opened: string;
  readonly onTurn: (fileId: string) => void;
  readonly onClose: () => void;
}

/** A picture as large as the window; the arrow keys turn to the others of its message, Escape leads back to where one was. */
export function PictureViewer({ pictures, opened, onTurn, onClose }: PictureViewerProps) {
  const { t, i18n } = useTranslation('chat');
  const at = pictures.findIndex(({ file }) => file.fileId === opened);
  const place = pictures[at];
  if (!place) return null;
  const { name, size } = place.file;
  const turn = (by: 1 | -1) => {
    const to = pictures[at + by];
    if (to) onTurn(to.file.fileId);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={onKey}
      slotProps={{ paper: { className: styles.viewer ?? '', 'aria-label': name } }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        <span className={styles.size}>
          {sizeLabel(size, i18n.language)}
          {pictures.length > 1 && ` · ${t('file.position', { at: at + 1, count: pictures.length })}`}
        </span>
        <SaveButton place={place} />
        <IconButton aria-label={t('file.close')} title={t('file.close')} autoFocus onClick={onClose}>
          <Icon name="close" size={18} />
        </IconButton>
      </header>
      <div className={styles.stage}>
        <Large key={opened} place={place} />
        {pictures.length > 1 && (
          <>
            <IconButton className={styles.before ?? ''} aria-label={t('file.before')} disabled={at === 0} onClick={() => turn(-1)}>
              <Icon name="chevronLeft" size={20} />
            </IconButton>
            <IconButton
              className={styles.after ?? ''}
              aria-label={t('file.after')}
              disabled={at === pictures.length - 1}
              onClick={() => turn(1)}
            >
              <Icon name="chevronRight" size={20} />
            </IconButton>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Large({ place: { file } }: { readonly place: FilePlace }) {
  const { t } = useTranslation('chat');
  const { url, failed, failure, readAgain } = useFile(file.url, file.size);
  const [isBroken, setBroken] = useState(false);
  if (failed || isBroken)
    return (
      <p role="alert">
        {isBroken ? t('file.notDrawn') : t(`file.${missingOf(failure)}`)}{' '}
        {!isBroken && failure?.status !== 404 && (
          <button type="button" className={styles.inline} onClick={readAgain}>
            {t('file.again')}
          </button>
        )}
      </p>
    );
  if (url === null) return <Loader inline label={t('file.loading')} />;
  return <img className={styles.large} src={url} alt={t('file.picture', { name: file.name })} onError={() => setBroken(true)} />;
}
