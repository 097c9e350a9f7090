import type { AlertRule } from '@vigil/domain/alerts/rule';
import { groupWords, ruleFieldWords } from '@vigil/domain/alerts/rule-words';
import { roleLabel } from '@vigil/domain/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { type SettingField, settingFields } from '../rule-values.ts';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';

interface RuleFactsProps {
  readonly definition: AlertRule;
}

/** A rule to be read: its sentence, and each of its settings. */
export function RuleFacts({ definition }: RuleFactsProps) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  return (
    <Card title={t('reads')}>
      <p className={styles.sentence}>{words(definition)}</p>
      <SettingsTable rule={definition} withGroup />
    </Card>
  );
}

interface SettingsTableProps {
  readonly rule: AlertRule;
  /** Whose word a field is; absent: not told. */
  readonly layerOf?: (field: SettingField) => ReactNode;
  /** With what its alerts are grouped by, which is the tenant’s word alone. */
  readonly withGroup?: boolean;
}

/** Each setting of a rule in words, and whose word it is. */
export function SettingsTable({ rule, layerOf, withGroup = false }: SettingsTableProps) {
  const { t } = useTranslation('rules');
  const { options } = useRuleWords();
  return (
    <table className={styles.settings}>
      <thead className="v-unseen">
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col">{t('value')}</th>
          {layerOf && <th scope="col">{t('whose')}</th>}
        </tr>
      </thead>
      <tbody>
        {settingFields
          .filter((field) => field !== 'baseline' || rule.baseline !== null)
          .map((field) => (
            <tr key={field}>
              <th scope="row">{t(`field.${field}`)}</th>
              <td>
                {field === 'severity'
                  ? t(`severity.${rule.severity}`)
                  : field === 'role'
                    ? roleLabel(rule.role)
                    : ruleFieldWords(rule, field, options(rule))}
              </td>
              {layerOf && <td className={styles.layer}>{layerOf(field)}</td>}
            </tr>
          ))}
        {withGroup && (
          <tr>
            <th scope="row">{t('field.system')}</th>
            <td>{groupWords(rule)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
