import Button from '@mui/material/Button';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import type { FilePlace } from '../open-file.ts';
import { previewOf } from '../preview/preview-of.ts';
import styles from './files.module.css';
import { useSaving } from './save-button.tsx';

/** The code that reads documents comes when one is opened. */
const PreviewDialog = lazy(() =>
  loadOnceReachable(() => import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog }))),
);

/** A document: what it is, a look into it where there can be one, and the way to save it. */
export function DocumentFile({ place }: { readonly place: FilePlace }) {
  const { t, i18n } = useTranslation('chat');
  const { file } = place;
  const [shown, setShown] = useState<'open' | 'tooLarge' | null>(null);
  const { missing, save } = useSaving(place);
  const kind = previewOf(file.type);
  const nameId = useId();
  return (
    <div className={styles.card}>
      <p className={styles.cardHead}>
        <Icon name="file" />
        <span id={nameId} className={styles.name}>
          {file.name}
        </span>
        <span className={styles.size}>{sizeLabel(file.size, i18n.language)}</span>
      </p>
      <span className={styles.buttons}>
        {kind !== null && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-describedby={nameId}
            onClick={() => setShown(isTooLarge(file.size) ? 'tooLarge' : 'open')}
          >
            {t('file.preview')}
          </Button>
        )}
        <Button size="small" color="secondary" startIcon={<Icon name="download" />} aria-describedby={nameId} onClick={save}>
          {t('file.saveShort')}
        </Button>
      </span>
      {shown === 'tooLarge' && (
        <p role="alert" className={styles.info}>
          {t('file.tooLarge')}
        </p>
      )}
      {missing !== null && (
        <p role="alert" className={styles.failed}>
          {t(`file.${missing}`)}
        </p>
      )}
      {shown === 'open' && kind !== null && (
        <Suspense fallback={null}>
          <PreviewDialog place={place} kind={kind} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** As the specification has it: the label says so many MB. */
const fromMegabytes = 25;
const isTooLarge = (bytes: number): boolean => {
  const [value, unit] = sizeLabel(bytes, 'en').replaceAll(',', '').split(' ');
  return unit === 'MB' && Number(value) >= fromMegabytes;
};
