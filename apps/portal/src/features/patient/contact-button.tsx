import Popover from '@mui/material/Popover';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import styles from './reach-member.module.css';
import { ReachMember } from './reach-member.tsx';

interface ContactButtonProps {
  readonly memberId: string;
  readonly name: string;
}

/** Opens how to reach the member by phone. */
export function ContactButton({ memberId, name }: ContactButtonProps) {
  const { t } = useTranslation('patient');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const label = t('reach.title', { name });
  return (
    <>
      <IconButton
        className={styles.open ?? ''}
        icon="contacts"
        label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span aria-hidden="true" className={styles.word}>
          {t('reach.open')}
        </span>
      </IconButton>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { elevation: 0, className: styles.popup ?? '', role: 'dialog', 'aria-labelledby': id } }}
      >
        <h2 id={id} className={styles.title}>
          {label}
        </h2>
        <ReachMember memberId={memberId} />
      </Popover>
    </>
  );
}
