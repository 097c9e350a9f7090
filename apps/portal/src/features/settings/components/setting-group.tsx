import Button from '@mui/material/Button';
import type { SettingValue, TenantSettings } from '@vigil/contract/configurator.contract';
import type { SettingGroup as GroupName } from '@vigil/contract/configurator.values';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { coversBottom } from '#ui/covers.ts';
import { type Outcome, useGroupForm } from '../use-group-form.ts';
import styles from './setting-group.module.css';
import { SettingRow } from './setting-row.tsx';

interface SettingGroupProps {
  readonly tenantId: string;
  readonly name: GroupName;
  readonly held: TenantSettings;
  readonly settings: readonly SettingValue[];
}

/** The settings of one subject, saved together. */
export function SettingGroup({ tenantId, name, held, settings }: SettingGroupProps) {
  const { t } = useTranslation('settings');
  const form = useGroupForm(tenantId, held);
  const box = useRef<HTMLFormElement>(null);
  const help = t(`groupHelp.${name}` as 'groupHelp.ranges', { defaultValue: '' });

  async function save() {
    await form.save();
    // The first control that has to be looked at again, once it is marked.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[data-faulty] [aria-invalid="true"], [data-faulty] input')?.focus(),
    );
  }

  return (
    <form
      ref={box}
      id={name}
      className={styles.group}
      aria-labelledby={`${name}-title`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.dirty && !form.busy) void save();
      }}
    >
      <h2 id={`${name}-title`} className={styles.title}>
        {t(`group.${name}`)}
      </h2>
      {help && <p className={styles.help}>{help}</p>}
      {settings.map((setting) => (
        <SettingRow
          key={setting.path}
          setting={setting}
          draft={form.draft}
          faults={form.faults}
          busy={form.busy}
          onEdit={(wish) => form.edit(setting, wish)}
        />
      ))}
      <OutcomeLine outcome={form.outcome} />
      {form.dirty && (
        <div ref={coversBottom} className={styles.bar}>
          <span className={styles.count}>{t('changes', { count: Object.keys(form.draft.edits).length })}</span>
          <Button color="inherit" disabled={form.busy} onClick={form.discard}>
            {t('discard')}
          </Button>
          <Button type="submit" variant="contained" disabled={form.busy}>
            {t(form.busy ? 'saving' : 'save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function OutcomeLine({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation('settings');
  if (outcome?.kind === 'failed')
    return (
      <p className={styles.failed} role="alert">
        {t('notSaved', { reason: outcome.reason })}
      </p>
    );
  if (outcome?.kind === 'faulty')
    return (
      <p className={styles.failed} role="alert">
        {t('notSavedFields')}
      </p>
    );
  return (
    <p className={styles.saved} role="status">
      {outcome?.kind === 'saved' && t('saved')}
    </p>
  );
}
