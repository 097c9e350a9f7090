import Button from '@mui/material/Button';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { ruleFieldWords } from '@vigil/domain/alerts/rule-words';
import { roleLabel } from '@vigil/domain/roles';
import type { Units } from '@vigil/domain/units/unit-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNames } from '#lib/people-names.ts';
import { Caution } from '#ui/caution.tsx';
import { definitionOf, differing, type RuleField, type RuleValues } from '../rule-values.ts';
import styles from '../rules.module.css';

interface StaleRuleProps {
  readonly newest: AlertRuleWhole['versions'][number];
  readonly mine: RuleValues;
  readonly theirs: RuleValues;
  /** What stood there when writing began. */
  readonly base: RuleValues;
  /** In which all of them are typed. */
  readonly units: Units;
  readonly onSettle: (values: RuleValues) => void;
}

/** Two have written at once: both values of each field that differs, and which of them is to hold. Nothing is lost until one says so. */
export function StaleRule({ newest, mine, theirs, base, units, onSettle }: StaleRuleProps) {
  const { t } = useTranslation('rules');
  const id = useId();
  const nameOf = useNames([newest.writtenBy]);
  const fields = differing(mine, theirs);
  // What one has not touched oneself is the other's.
  const [chosen, setChosen] = useState<Readonly<Partial<Record<RuleField, 'mine' | 'theirs'>>>>({});
  const isMine = (field: RuleField) => (chosen[field] ?? (mine[field] === base[field] ? 'theirs' : 'mine')) === 'mine';
  const when = new Date(newest.writtenAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Caution labelledBy={id}>
      <h2 id={id} className={styles.staleTitle}>
        {t('stale.title')}
      </h2>
      <p>{t('stale.text', { name: nameOf(newest.writtenBy) ?? t('somebody'), when, version: newest.version })}</p>
      <ul className={styles.staleRows}>
        {fields.map((field) => (
          <li key={field}>
            <fieldset>
              <legend>{t(`field.${field}`)}</legend>
              {(['mine', 'theirs'] as const).map((whose) => (
                <label key={whose}>
                  <input
                    type="radio"
                    name={`stale-${field}`}
                    checked={isMine(field) === (whose === 'mine')}
                    onChange={() => setChosen({ ...chosen, [field]: whose })}
                  />{' '}
                  {t(`stale.${whose}`)} <strong>{wordOf({ values: whose === 'mine' ? mine : theirs, field, units, t })}</strong>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          variant="contained"
          onClick={() => onSettle({ ...theirs, ...Object.fromEntries(fields.filter(isMine).map((field) => [field, mine[field]])) })}
        >
          {t('stale.settle')}
        </Button>
        <Button color="inherit" onClick={() => onSettle(theirs)}>
          {t('stale.takeTheirs')}
        </Button>
      </div>
    </Caution>
  );
}

const isUnread = (value: unknown) => Number.isNaN(value);

interface Worded {
  readonly values: RuleValues;
  readonly field: RuleField;
  readonly units: Units;
  readonly t: ReturnType<typeof useTranslation<'rules'>>['t'];
}

/** A typed value as people read it. */
function wordOf({ values, field, units, t }: Worded): string {
  const text = values[field];
  const definition = definitionOf(values, { units, stored: null });
  const { aggregate, direction, against, severity, role } = definition;
  switch (field) {
    case 'aggregate':
      return t(`aggregate.${aggregate}`);
    case 'direction':
      return t(`direction.${direction}`);
    case 'against':
      return t(`against.${against}`);
    case 'severity':
      return t(`severity.${severity}`);
    case 'role':
      return roleLabel(role);
    case 'title':
      return text === '' ? '–' : text;
    default:
      // What cannot be read stands as it was typed.
      return text === '' || isUnread(definition[field]) ? text || '–' : ruleFieldWords(definition, field, { units });
  }
}
