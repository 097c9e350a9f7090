import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '#lib/file.ts';
import { sendMealPhoto } from '../api/logging.ts';
import styles from '../logging.module.css';
import { photoOf } from '../photo.ts';

interface PhotoFieldProps {
  readonly memberId: string;
  /** Path of the photo that was sent; none where it is empty. */
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** A photo of a meal, sent as soon as it is chosen: what is kept with the rest is its path. */
export function PhotoField({ memberId, address, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('logging');
  const chooser = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'sending' | 'failed' | 'unreadable'>('idle');
  const unsent = useRef<Uint8Array<ArrayBuffer> | null>(null);
  const url = useFileUrl(address || null);

  async function choose(file: File) {
    setState('sending');
    unsent.current = await photoOf(file).catch(() => null);
    if (!unsent.current) return setState('unreadable');
    await send(unsent.current);
  }
  /** Kept until it arrives: one that was just taken may be nowhere else. */
  async function send(picture: Uint8Array<ArrayBuffer>) {
    setState('sending');
    try {
      onChange(await sendMealPhoto(memberId, picture));
      unsent.current = null;
      setState('idle');
    } catch (reason) {
      console.error('A photo could not be sent', reason);
      setState('failed');
    }
  }

  return (
    <div className={styles.photo}>
      {url && <img src={url} alt={t('photo.alt')} className={styles.picture} />}
      <span className={styles.buttons}>
        {state === 'failed' && (
          <Button variant="contained" onClick={() => unsent.current && void send(unsent.current)}>
            {t('photo.again')}
          </Button>
        )}
        <Button variant="outlined" color="inherit" disabled={state === 'sending'} onClick={() => chooser.current?.click()}>
          {t(state === 'sending' ? 'photo.sending' : address ? 'photo.replace' : 'photo.choose')}
        </Button>
        {address && (
          <Button color="inherit" onClick={() => onChange('')}>
            {t('photo.remove')}
          </Button>
        )}
      </span>
      <p role="alert" className={styles.failedText}>
        {state === 'failed' || state === 'unreadable' ? t(`photo.${state}`) : ''}
      </p>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('field.photo')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
    </div>
  );
}
