import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import type { PicturePurpose } from '@vigil/contract/blob.values';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import styles from '../account.module.css';
import { type CropArea, crops } from '../crop.ts';

interface CropDialogProps {
  readonly purpose: PicturePurpose;
  readonly url: string;
  readonly onUse: (area: CropArea) => void;
  readonly onCancel: () => void;
}

/** Chooses the part of a picture that is used: by dragging, by the arrow keys, by the slider. */
export function CropDialog({ purpose, url, onUse, onCancel }: CropDialogProps) {
  const { t } = useTranslation('account');
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const { widthPx, heightPx } = crops[purpose];
  return (
    <Dialog open onClose={onCancel} aria-labelledby="crop-title" slotProps={{ paper: { className: styles.crop ?? '' } }}>
      <h2 id="crop-title">{t(purpose === 'photo' ? 'cropPhoto' : 'cropSignature')}</h2>
      <p className={styles.help}>{t('cropHelp')}</p>
      <div className={styles.cropArea}>
        <Cropper
          image={url}
          crop={at}
          zoom={zoom}
          aspect={widthPx / heightPx}
          cropShape={purpose === 'photo' ? 'round' : 'rect'}
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        {t('zoom')}
        <input type="range" min={1} max={3} step={0.05} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} />
      </label>
      <div className={styles.cropBar}>
        <Button color="inherit" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button variant="contained" disabled={area === null} onClick={() => area && onUse(area)}>
          {t('use')}
        </Button>
      </div>
    </Dialog>
  );
}
