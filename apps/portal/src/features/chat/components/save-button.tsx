import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { type FilePlace, type Missing, missingOf, saveFile } from '../open-file.ts';
import styles from './files.module.css';

/** Saves a file of a message on the person's device; why not, where it cannot. */
export function useSaving(place: FilePlace) {
  const [missing, setMissing] = useState<Missing | null>(null);
  const save = async () => {
    setMissing(null);
    try {
      await saveFile(place);
    } catch (reason) {
      setMissing(missingOf(reason));
    }
  };
  return { missing, save: () => void save() };
}

export function SaveButton({ place }: { readonly place: FilePlace }) {
  const { t } = useTranslation('chat');
  const { missing, save } = useSaving(place);
  const label = t('file.save', { name: place.file.name });
  return (
    <>
      {missing !== null && (
        <span role="alert" className={styles.failed}>
          {t(`file.${missing}`)}
        </span>
      )}
      <IconButton aria-label={label} title={label} onClick={save}>
        <Icon name="download" size={18} />
      </IconButton>
    </>
  );
}
