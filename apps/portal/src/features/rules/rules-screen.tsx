import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AlertRuleAnswer } from '@vigil/contract/alerts.contract';
import { mayAuthorRules } from '@vigil/contract/alerts.values';
import { severities } from '@vigil/domain/alerts/rule';
import { groupWords } from '@vigil/domain/alerts/rule-words';
import { roleLabel } from '@vigil/domain/roles';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { pageOfWhole } from '#lib/whole-list.ts';
import type { Column } from '#ui/data-table.tsx';
import { Icon } from '#ui/icons.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import { listTexts } from '#ui/list-texts.ts';
import { RowCard } from '#ui/row-card.tsx';
import { useListSearch } from '#ui/use-list-search.ts';
import { rulesQuery } from './api/rules.ts';
import { OfferedDefaults } from './components/offered-defaults.tsx';
import { Severity } from './components/severity.tsx';
import { VersionStateChip } from './components/version-state.tsx';
import { shownVersion, standingOf, stateOrder } from './rule-standing.ts';
import styles from './rules.module.css';
import type { RulesSearch } from './rules-search.ts';
import { useRuleWords } from './use-rule-words.ts';

type Translate = TFunction<['rules', 'ui']>;
type Words = ReturnType<typeof useRuleWords>['words'];

const severityOf = (rule: AlertRuleAnswer) => severities.indexOf(shownVersion(rule)?.definition.severity ?? 'LOW');
const groupOf = (rule: AlertRuleAnswer) => {
  const shown = shownVersion(rule);
  return shown ? groupWords(shown.definition) : '';
};
const titleOf = (rule: AlertRuleAnswer) => shownVersion(rule)?.title ?? '';
const changedAt = ({ versions }: AlertRuleAnswer) =>
  Math.max(...versions.map(({ writtenAt, stateSince }) => Math.max(writtenAt, stateSince)));
const keys = {
  title: (rule: AlertRuleAnswer) => titleOf(rule).toLowerCase(),
  // The most urgent first, as people mean it.
  severity: (rule: AlertRuleAnswer) => -severityOf(rule),
  state: (rule: AlertRuleAnswer) => stateOrder[standingOf(rule).at(-1)?.state ?? 'retired'],
  changed: changedAt,
};

/** The tenant's alert rules: what each watches, how urgent it is, whom it goes to and where it stands. */
export function RulesScreen() {
  const { t } = useTranslation(['rules', 'ui']);
  const control = useListSearch<RulesSearch>();
  const { words } = useRuleWords();
  const mayAuthor = mayAuthorRules(useSession().tenant.roles);
  const rules = useQuery(rulesQuery());
  const list = {
    text: (rule: AlertRuleAnswer) =>
      rule.versions
        .map(({ title, definition }) => `${title} ${words(definition)} ${definition.severity} ${groupWords(definition)}`)
        .join(' '),
    keys,
  };
  const query = useQuery({ ...rulesQuery(), select: (rows: AlertRuleAnswer[]) => pageOfWhole(rows, control.search, list) });
  return (
    <ListScreen
      texts={listTexts(t)}
      list={control}
      query={query}
      columns={columnsOf(words, t)}
      rowKey={({ id }) => id}
      linked
      card={(rule) => <RuleCard key={rule.id} rule={rule} words={words} t={t} />}
      cardHeightPx={112}
      below={rules.data && <OfferedDefaults rules={rules.data} mayAuthor={mayAuthor} />}
      tools={
        mayAuthor && (
          <Button variant="contained" startIcon={<Icon name="plus" />} component={Link} to="/dashboard/rules/new">
            {t('create')}
          </Button>
        )
      }
      csvName="alert-rules"
    />
  );
}

function RuleLink({ rule }: { readonly rule: AlertRuleAnswer }) {
  return (
    <Link to="/dashboard/rules/$ruleId" params={{ ruleId: rule.id }} className={styles.rowLink} data-row-link="">
      {titleOf(rule)}
    </Link>
  );
}

function States({ rule }: { readonly rule: AlertRuleAnswer }) {
  return (
    <span className={styles.states}>
      {standingOf(rule).map(({ version, state }) => (
        <VersionStateChip key={version} version={version} state={state} />
      ))}
    </span>
  );
}

interface RuleCardProps {
  readonly rule: AlertRuleAnswer;
  readonly words: Words;
  readonly t: Translate;
}

function RuleCard({ rule, words, t }: RuleCardProps) {
  const shown = shownVersion(rule);
  return (
    <RowCard>
      <span className={styles.cardHead}>
        <RuleLink rule={rule} /> {shown && <Severity severity={shown.definition.severity} />}
      </span>
      <span className={styles.muted}>{shown && words(shown.definition)}</span>
      <span className={styles.cardHead}>
        <States rule={rule} />
        <span className={styles.muted}>
          {shown && roleLabel(shown.definition.role)}
          {rule.cohortLayers > 0 && ` · ${t('layersCount', { count: rule.cohortLayers })}`}
        </span>
      </span>
    </RowCard>
  );
}

function columnsOf(words: Words, t: Translate): readonly Column<AlertRuleAnswer, RulesSearch['sort']>[] {
  return [
    { id: 'title', header: t('name'), sort: 'title', value: titleOf, cell: (rule) => <RuleLink rule={rule} /> },
    {
      id: 'watches',
      header: t('watches'),
      value: (rule) => words(shownVersion(rule)?.definition as never),
      cell: (rule) => {
        const shown = shownVersion(rule);
        return (
          <span className={styles.watches} title={shown && words(shown.definition)}>
            {shown && words(shown.definition)}
          </span>
        );
      },
    },
    {
      id: 'severity',
      header: t('severityLabel'),
      sort: 'severity',
      value: (rule) => shownVersion(rule)?.definition.severity ?? '',
      cell: (rule) => <Severity severity={shownVersion(rule)?.definition.severity ?? 'LOW'} />,
    },
    { id: 'group', header: t('groupLabel'), value: groupOf },
    { id: 'role', header: t('roleLabel'), value: (rule) => roleLabel(shownVersion(rule)?.definition.role ?? 'nurse') },
    {
      id: 'state',
      header: t('stateLabel'),
      sort: 'state',
      value: (rule) =>
        standingOf(rule)
          .map(({ version, state }) => `${t(`state.${state}`)} ${t('versionShort', { version })}`)
          .join(', '),
      cell: (rule) => <States rule={rule} />,
    },
    {
      id: 'layers',
      header: t('layers'),
      align: 'end',
      value: ({ cohortLayers }) => cohortLayers,
      cell: ({ cohortLayers }) => (cohortLayers > 0 ? cohortLayers : <span className={styles.muted}>–</span>),
    },
    {
      id: 'changed',
      header: t('changed'),
      sort: 'changed',
      descendingFirst: true,
      value: (rule) => new Date(changedAt(rule)).toISOString(),
      cell: (rule) => new Date(changedAt(rule)).toLocaleDateString(undefined, { dateStyle: 'medium' }),
    },
  ];
}
