import { useQuery } from '@tanstack/react-query';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { type RuleWordsOptions, ruleWords } from '@vigil/domain/alerts/rule-words';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { surveysQuery } from './api/rules.ts';

/** The surveys that a rule can be about; only clinical staff are told of them. */
export function useSurveys() {
  const { roles } = useSession().tenant;
  const enabled = roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role));
  return useQuery({ ...surveysQuery(), enabled }).data ?? [];
}

/** How rules are said to the reader: in their units, surveys by their titles. */
export function useRuleWords() {
  const units = useUnits();
  const surveys = useSurveys();
  const options = ({ subject }: Pick<AlertRule, 'subject'>): RuleWordsOptions => {
    const survey = subject.kind === 'survey' ? surveys.find(({ id }) => id === subject.surveyId)?.name : undefined;
    return { units, ...(survey !== undefined && { survey }) };
  };
  return { options, words: (rule: AlertRule) => ruleWords(rule, options(rule)) };
}
