import Dialog from '@mui/material/Dialog';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import styles from './keyboard-help.module.css';

/** Keys as they are written on them; two that belong to one line stand beside each other. */
const everywhere = [
  { keys: ['?'], does: 'help' },
  { keys: ['U'], does: 'undoNotice' },
] as const;
const forStaff = [{ keys: ['Ctrl', 'K'], does: 'palette' }] as const;
const lists = [
  { keys: ['↑', '↓'], does: 'rows' },
  { keys: ['J', 'K'], does: 'rows' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['/'], does: 'search' },
] as const;
const today = [
  { keys: ['A'], does: 'acknowledge' },
  { keys: ['S'], does: 'snooze' },
  { keys: ['R'], does: 'reviewed' },
  { keys: ['I'], does: 'intervene' },
  { keys: ['U'], does: 'undo' },
] as const;
const actions = [
  { keys: ['X'], does: 'select' },
  { keys: ['I'], does: 'intervene' },
] as const;
const calendar = [
  { keys: ['N'], does: 'newEvent' },
  { keys: ['[', ']'], does: 'step' },
  { keys: ['Shift', '← ↑ ↓ →'], does: 'moveEvent' },
] as const;
const data = [
  { keys: ['[', ']'], does: 'step' },
  { keys: ['1', '7', '3', 'Y'], does: 'range' },
  { keys: ['N'], does: 'now' },
  { keys: ['0'], does: 'whole' },
  { keys: ['←', '→'], does: 'cursor' },
  { keys: ['+', '−'], does: 'zoom' },
  { keys: ['C'], does: 'communications' },
] as const;

/** Every key that does something, by screen, and the switch that turns the single ones off. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const { gates } = useRouteContext({ from: '__root__' });
  const on = useStore(shortcuts);
  const staff = gates.clinician || gates.admin;
  const parts = [
    { name: 'everywhere', lines: staff ? [...forStaff, ...everywhere] : everywhere },
    ...(staff ? [{ name: 'lists', lines: lists } as const] : []),
    ...(gates.clinician ? [{ name: 'today', lines: today } as const, { name: 'openActions', lines: actions } as const] : []),
    ...(staff ? [{ name: 'calendar', lines: calendar } as const] : []),
    { name: 'data', lines: data },
  ] as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby="keyboard-title" slotProps={{ paper: { elevation: 0, className: styles.paper ?? '' } }}>
      <h2 id="keyboard-title" className={styles.title}>
        {t('keyboard.title')}
      </h2>
      <div className={styles.parts}>
        {parts.map(({ name, lines }) => (
          <section key={name} aria-labelledby={`keyboard-${name}`}>
            <h3 id={`keyboard-${name}`} className={styles.part}>
              {t(`keyboard.${name}`)}
            </h3>
            <dl className={styles.lines}>
              {lines.map(({ keys, does }) => (
                <div key={keys.join(' ')}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{t(`keyboard.${does}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <label>
          <input type="checkbox" checked={on} onChange={(event) => shortcuts.set(event.target.checked)} />
          <span>{t('keyboard.single')}</span>
        </label>
        <button type="button" className={styles.close} onClick={onClose}>
          {t('keyboard.close')}
        </button>
      </div>
    </Dialog>
  );
}
