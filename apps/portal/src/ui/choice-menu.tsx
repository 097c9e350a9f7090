import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import styles from './choice-menu.module.css';
import { Icon, type IconName } from './icons.tsx';
import { optionListPx } from './theme.ts';

interface Choices<T extends string> {
  readonly options: readonly { readonly id: T; readonly label: string; readonly icon?: IconName }[];
  readonly chosen: readonly T[];
  /** The last one can be turned off as well. */
  readonly mayBeEmpty?: boolean;
  /** Given in the order of `options`; empty only where it may be. */
  readonly onChoose: (chosen: readonly T[]) => void;
}

interface ChoiceMenuProps<T extends string> extends Choices<T> {
  readonly icon: IconName;
  readonly label: string;
  /** Number shown beside the label, as when a filter is on. */
  readonly count?: number | undefined;
}

/** A button that opens a list of which several may be on; the last one can be turned off where none may be. */
export function ChoiceMenu<T extends string>({ icon, label, count, ...choices }: ChoiceMenuProps<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
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
      <ChoiceList {...choices} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}

interface ChoiceListProps<T extends string> extends Choices<T> {
  /** The button that opens it; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/** The list itself, for a button of another look. */
export function ChoiceList<T extends string>({ anchor, onClose, options, chosen, mayBeEmpty = false, onChoose }: ChoiceListProps<T>) {
  const toggle = (id: T) => {
    const next = options.map((option) => option.id).filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each)));
    if (next.length > 0 || mayBeEmpty) onChoose(next);
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ paper: { style: { maxHeight: optionListPx } } }}>
      {options.map(({ id, label, icon }) => (
        <MenuItem key={id} role="menuitemcheckbox" aria-checked={chosen.includes(id)} onClick={() => toggle(id)}>
          <span className={chosen.includes(id) ? styles.boxOn : styles.box}>{chosen.includes(id) && <Icon name="check" size={12} />}</span>
          {icon && <Icon name={icon} size={14} />}
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
