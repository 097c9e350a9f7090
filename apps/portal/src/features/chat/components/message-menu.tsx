import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactionKey, reactionKeys } from '@vigil/contract/chat.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from './chat.module.css';
import { ReactionSign } from './reaction-sign.tsx';

interface MessageMenuProps {
  readonly label: string;
  readonly onReact: (key: ReactionKey) => void;
  /** Present for the author, as long as the message may be changed. */
  readonly onEdit: (() => void) | undefined;
  readonly onWithdraw: (() => void) | undefined;
}

/** What can be done with a message: an answer without words; by its author also a change. */
export function MessageMenu({ label, onReact, onEdit, onWithdraw }: MessageMenuProps) {
  const { t } = useTranslation('chat');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const doing = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        size="small"
        className={styles.menuButton ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {onEdit && <MenuItem onClick={doing(onEdit)}>{t('edit')}</MenuItem>}
          {onWithdraw && <MenuItem onClick={doing(onWithdraw)}>{t('withdraw')}</MenuItem>}
          {reactionKeys.map((key) => (
            <MenuItem key={key} onClick={doing(() => onReact(key))}>
              <span className={styles.sign}>
                <ReactionSign reaction={key} />
              </span>
              {t(`reaction.${key}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
