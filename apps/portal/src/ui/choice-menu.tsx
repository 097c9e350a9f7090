import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import styles from './choice-menu.module.css';
import { Icon, type IconName } from './icons.tsx';
import { optionListPx } from './theme.ts';

interface ChoiceMenuProps<T extends string> {
  readonly icon: IconName;
  readonly label: string;
  /** Number shown beside the label, as when a filter is on. */
  readonly count?: number | undefined;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly chosen: readonly T[];
  /** The last one can be turned off as well. */
  readonly mayBeEmpty?: boolean;
  /** Given in the order of `options`; empty only where it may be. */
  readonly onChoose: (chosen: readonly T[]) => void;
}

/** A button that opens a list of which several may be on; the last one can be turned off where none may be. */
export function ChoiceMenu<T extends string>({ icon, label, count, options, chosen, mayBeEmpty = false, onChoose }: ChoiceMenuProps<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (id: T) => {
    const next = options.map((option) => option.id).filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each)));
    if (next.length > 0 || mayBeEmpty) onChoose(next);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name={icon} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { style: { maxHeight: optionListPx } } }}
      >
        {options.map((option) => (
          <MenuItem key={option.id} role="menuitemcheckbox" aria-checked={chosen.includes(option.id)} onClick={() => toggle(option.id)}>
            <span className={chosen.includes(option.id) ? styles.boxOn : styles.box}>
              {chosen.includes(option.id) && <Icon name="check" size={12} />}
            </span>
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
