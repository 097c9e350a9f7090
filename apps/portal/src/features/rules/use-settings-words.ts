import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import { ruleFieldWords } from '@vigil/domain/alerts/rule-words';
import { roleLabel } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { settingFields } from './rule-values.ts';
import { useRuleWords } from './use-rule-words.ts';

/** What a layer has otherwise, in words: "Level 86 %, clears above 87 %". */
export function useSettingsWords() {
  const { t } = useTranslation('rules');
  const { options } = useRuleWords();
  return (rule: AlertRule, settings: Partial<RuleSettings>): string => {
    const merged = { ...rule, ...settings };
    return settingFields
      .filter((field) => settings[field] !== undefined)
      .map((field) => {
        const word =
          field === 'severity'
            ? t(`severity.${merged.severity}`)
            : field === 'role'
              ? roleLabel(merged.role)
              : ruleFieldWords(merged, field, options(merged));
        return `${t(`field.${field}`)}: ${word}`;
      })
      .join(' · ');
  };
}
