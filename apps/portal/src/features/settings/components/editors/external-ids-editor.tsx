import Button from '@mui/material/Button';
import type { Configuration } from '@vigil/contract/configurator.contract';
import { most } from '@vigil/contract/configurator.values';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import type { EditorProps } from './editor.ts';
import styles from './editors.module.css';

type ExternalId = Configuration['reportExternalIds'][number];

/** A list of ids: what people call each, how other systems know it, whether reports have a column for it. */
export function ExternalIdsEditor({ id, value, onChange, disabled, faultOf }: EditorProps) {
  const { t } = useTranslation('settings');
  const list = value as readonly ExternalId[];
  const change = (at: number, part: Partial<ExternalId>) => onChange(list.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className={styles.stack} id={id}>
      {list.length === 0 && <span className={styles.plain}>{t('noExternalIds')}</span>}
      {list.map((one, at) => {
        const faults = [faultOf(`${at}.displayName`), faultOf(`${at}.externalId`)];
        const faultId = `${id}-${at}-fault`;
        const shared = { className: styles.input, disabled, 'aria-describedby': faultId };
        return (
          // An entry has no name of its own before it has been typed: its place tells it apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end, and their fields hold no state.
          <div key={at} className={styles.entry}>
            <input
              {...shared}
              aria-label={t('externalName')}
              placeholder={t('externalName')}
              aria-invalid={faults[0] !== undefined}
              value={one.displayName}
              onChange={(event) => change(at, { displayName: event.target.value })}
            />
            <input
              {...shared}
              aria-label={t('externalId')}
              placeholder={t('externalId')}
              aria-invalid={faults[1] !== undefined}
              value={one.externalId}
              onChange={(event) => change(at, { externalId: event.target.value })}
            />
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={one.useInReports}
                disabled={disabled}
                onChange={(event) => change(at, { useInReports: event.target.checked })}
              />
              {t('useInReports')}
            </label>
            <IconButton
              icon="close"
              label={t('removeNamed', { name: one.displayName || String(at + 1) })}
              disabled={disabled}
              onClick={() => onChange(list.filter((_, index) => index !== at))}
            />
            <span id={faultId} className={styles.fault}>
              {faults.filter(Boolean).join(' ')}
            </span>
          </div>
        );
      })}
      <span>
        <Button
          variant="outlined"
          color="inherit"
          disabled={disabled || list.length >= most.externalIds}
          onClick={() => onChange([...list, { displayName: '', externalId: '', useInReports: false }])}
        >
          {t('addExternalId')}
        </Button>
      </span>
    </div>
  );
}
