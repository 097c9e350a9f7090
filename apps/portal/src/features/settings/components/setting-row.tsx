import type { SettingValue } from '@vigil/contract/configurator.contract';
import type { FieldError } from '@vigil/contract/errors';
import { useTranslation } from 'react-i18next';
import { changedMeanwhile, type Draft, type Edit, faultAt, isFaulty, shownValue } from '../draft.ts';
import { helpOf, labelOf, metricOf, wordsOf } from '../words.ts';
import type { EditorProps } from './editors/editor.ts';
import { ExternalIdsEditor } from './editors/external-ids-editor.tsx';
import { NumberField } from './editors/number-field.tsx';
import { RangeEditor } from './editors/range-editor.tsx';
import { ChoiceEditor, HostsList, isChoice, MinutesEditor, SwitchEditor, TextEditor } from './editors/simple-editors.tsx';
import { WelcomeEditor } from './editors/welcome-editor.tsx';
import styles from './setting-row.module.css';

interface SettingRowProps {
  readonly setting: SettingValue;
  readonly draft: Draft;
  readonly faults: readonly FieldError[];
  readonly busy: boolean;
  readonly onEdit: (edit: Edit) => void;
}

/** One setting: its name and what it does, the control, what is wrong, and where the value that holds comes from. */
export function SettingRow({ setting, draft, faults, busy, onEdit }: SettingRowProps) {
  const { t } = useTranslation('settings');
  const { path } = setting;
  const id = `setting-${path}`;
  const label = labelOf(t, path);
  const help = helpOf(t, path);
  const fault = wordedFault(path, faultAt(faults, path), t('idleWanted'));
  return (
    <div className={styles.row} data-faulty={isFaulty(faults, path) || undefined}>
      <div className={styles.name}>
        <label htmlFor={id}>{label}</label>
        {help && (
          <p id={`${id}-help`} className={styles.help}>
            {help}
          </p>
        )}
      </div>
      <div className={styles.control}>
        <Editor
          path={path}
          id={id}
          label={label}
          value={shownValue(draft, setting)}
          onChange={(value) => onEdit({ value })}
          disabled={busy || !setting.changeable}
          describedBy={`${id}-help ${id}-fault ${id}-source`}
          faultOf={(part) => faultAt(faults, part === '' ? path : `${path}.${part}`)}
        />
        {fault !== undefined && (
          <p id={`${id}-fault`} className={styles.fault}>
            {fault}
          </p>
        )}
        {changedMeanwhile(draft, setting) && (
          <p className={styles.meanwhile} role="status">
            {t('meanwhile', { value: wordsOf(t, path, setting.value) })}
          </p>
        )}
      </div>
      <Source id={`${id}-source`} label={label} setting={setting} draft={draft} busy={busy} onReset={() => onEdit({ reset: true })} />
    </div>
  );
}

/** The shared check speaks of milliseconds, the control of minutes. */
const wordedFault = (path: string, fault: string | undefined, idleWanted: string) =>
  fault !== undefined && path === 'app.idleTimerTimeout' ? idleWanted : fault;

function Editor({ path, ...props }: EditorProps & { readonly path: string }) {
  if (metricOf(path)) return <RangeEditor path={path} {...props} />;
  if (path === 'welcome') return <WelcomeEditor {...props} />;
  if (path === 'reportExternalIds') return <ExternalIdsEditor {...props} />;
  if (path === 'tenant.hosts') return <HostsList {...props} />;
  if (isChoice(path)) return <ChoiceEditor path={path} {...props} />;
  if (path === 'app.idleTimerTimeout') return <MinutesEditor {...props} />;
  if (path.startsWith('privacy.')) return <NumberField {...props} invalid={props.faultOf('') !== undefined} />;
  if (path === 'tenant.chat' || typeof props.value === 'boolean') return <SwitchEditor {...props} />;
  return <TextEditor {...props} />;
}

interface SourceProps {
  readonly id: string;
  readonly label: string;
  readonly setting: SettingValue;
  readonly draft: Draft;
  readonly busy: boolean;
  readonly onReset: () => void;
}

function Source({ id, label, setting, draft, busy, onReset }: SourceProps) {
  const { t } = useTranslation('settings');
  const { path, source, changeable, inherited } = setting;
  const edit = draft.edits[path];
  const reset = t(setting.inheritedSource === 'global' ? 'resetGlobal' : 'reset');
  const willReset = edit !== undefined && 'reset' in edit;
  return (
    <p id={id} className={styles.source}>
      {willReset ? t('willReset', { value: wordsOf(t, path, inherited) }) : t(`source.${source}`)}
      {!changeable && ` · ${t('operatorOnly')}`}
      {changeable && source === 'tenant' && !willReset && (
        <button
          type="button"
          className={styles.reset}
          disabled={busy}
          aria-label={t('resetNamed', { reset, setting: label })}
          onClick={onReset}
        >
          {reset}
        </button>
      )}
    </p>
  );
}
