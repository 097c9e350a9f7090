import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { HandoffDraft } from '@vigil/contract/triage-handoffs.contract';
import { type HandoffScope, handoffScopes } from '@vigil/contract/triage-handoffs.values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { momentOfWall, ownZone, wallOf } from '#lib/wall-time.ts';
import type { HandoffDraftForm } from '../use-handoff-draft.ts';
import styles from './handoff.module.css';

interface DraftSettingsProps {
  readonly draft: HandoffDraft;
  readonly form: HandoffDraftForm;
}

/** From when on the draft tells, and of whom. */
export function DraftSettings({ draft, form }: DraftSettingsProps) {
  const { t } = useTranslation('handoff');
  const id = useId();
  const choose = (wall: string) => {
    const since = momentOfWall(wall, ownZone());
    if (!Number.isNaN(since)) void form.chooseSince(since / 1000);
  };
  return (
    <div className={styles.settings}>
      <div className={styles.setting}>
        <label htmlFor={id}>{t('since')}</label>
        <input
          key={draft.since}
          id={id}
          type="datetime-local"
          className={styles.input}
          aria-describedby={`${id}-from`}
          defaultValue={wallOf(draft.since * 1000, ownZone())}
          onBlur={({ target }) => target.value !== wallOf(draft.since * 1000, ownZone()) && choose(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && choose(event.currentTarget.value)}
        />
        <span id={`${id}-from`} className={styles.muted}>
          {t(`sinceFrom.${draft.since_from}`)}
        </span>
        {draft.since_from === 'chosen' && (
          <Button size="small" color="inherit" onClick={() => void form.chooseSince(null)}>
            {t('sinceReset')}
          </Button>
        )}
      </div>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={draft.scope}
        aria-label={t('scope')}
        onChange={(_, chosen: HandoffScope | null) => chosen && void form.chooseScope(chosen)}
      >
        {handoffScopes.map((scope) => (
          <ToggleButton key={scope} value={scope}>
            {t(scope === 'mine' ? 'scopeMine' : 'scopeAll')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
