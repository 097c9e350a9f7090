import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedWith } from '#charts/member/member-chart.tsx';
import { accountQuery } from '#lib/member.ts';
import { memberSearchQuery } from '#lib/member-search.ts';
import type { Analysed } from '../analysed.ts';
import { spanInWords } from '../span-in-words.ts';
import { dayText, spanBefore, spanOf } from '../spans.ts';
import type { Analysis } from '../use-analysis.ts';
import styles from './analysis.module.css';

interface Props {
  readonly who: Analysed;
  readonly analysis: Analysis;
}

/** Nothing, the days before, or another member: the care team chooses among all, a member compares with the own days only. */
export function CompareChoice({ who, analysis: { view, change } }: Props) {
  const { t } = useTranslation('patientAnalysis');
  const [finding, setFinding] = useState(false);
  const chosen = view.compare !== null && view.compare !== 'period' ? view.compare : null;
  const other = useQuery({ ...accountQuery(chosen ?? ''), enabled: chosen !== null });
  const info = other.data?.personalInfo;
  const value = finding ? 'find' : chosen !== null ? 'member' : view.compare === null ? 'nothing' : 'period';
  return (
    <>
      <label className={styles.field}>
        <span>{t('compare.label')}</span>
        <select
          className="v-control"
          value={value}
          onChange={({ currentTarget }) => {
            setFinding(currentTarget.value === 'find');
            if (currentTarget.value === 'nothing' || currentTarget.value === 'period')
              change({ compare: currentTarget.value === 'period' ? 'period' : null });
          }}
        >
          <option value="nothing">{t('compare.nothing')}</option>
          <option value="period">{t('compare.period')}</option>
          {chosen !== null && <option value="member">{info ? `${info.firstName} ${info.lastName}` : t('compare.chosen')}</option>}
          {!who.own && <option value="find">{t('compare.member')}</option>}
        </select>
      </label>
      {finding && (
        <FindMember
          not={who.memberId}
          onFound={(compare) => {
            setFinding(false);
            change({ compare });
          }}
        />
      )}
    </>
  );
}

function FindMember({ not, onFound }: { readonly not: string; readonly onFound: (memberId: string) => void }) {
  const { t } = useTranslation('patientAnalysis');
  const [text, setText] = useState('');
  const found = useQuery(memberSearchQuery(text));
  const options = (found.data?.content ?? []).filter(({ user_id }) => user_id !== not);
  const label = ({ data }: MemberRow) => `${data.firstName} ${data.lastName}${data.mrn ? ` · ${data.mrn}` : ''}`;
  return (
    <Autocomplete
      size="small"
      className={styles.find ?? ''}
      options={options}
      loading={found.isPending}
      getOptionKey={({ user_id }) => user_id}
      getOptionLabel={label}
      filterOptions={(all) => all}
      noOptionsText={t(found.isError ? 'compare.failed' : 'compare.none')}
      onInputChange={(_, typed) => setText(typed)}
      onChange={(_, row) => row && onFound(row.user_id)}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus
          placeholder={t('compare.placeholder')}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('compare.find') } }}
        />
      )}
    />
  );
}

/** What the charts are compared with, and a line that says so. Both names stand in it: two people's data are on screen. */
export function useCompared(who: Analysed, { view, span, change }: Analysis): { compared: ComparedWith | undefined; told: ReactNode } {
  const { t, i18n } = useTranslation('patientAnalysis');
  const { compare, days } = view;
  const ofMember = compare !== null && compare !== 'period';
  const other = useQuery({ ...accountQuery(compare ?? ''), enabled: ofMember });
  const { memberId, zone, name } = who;
  const { language } = i18n;
  const account = other.data;
  const compared = useMemo((): ComparedWith | undefined => {
    if (compare === null) return undefined;
    if (compare === 'period') {
      const before = spanBefore(span, days, zone);
      const names = [spanInWords(span, zone, language, t), spanInWords(before, zone, language, t)] as const;
      return { memberId, zone, span: before, names };
    }
    if (!account) return undefined;
    const { personalInfo: info, languageRegion } = account;
    const theirs = memberTimeZone(languageRegion.timezone);
    // Each one's own days, laid over each other: midnight over midnight wherever the two live.
    const ofTheirDays = days === 1 ? span : spanOf({ days, end: dayText(span.to - 1, zone) }, span.to, theirs);
    return { memberId: compare, zone: theirs, span: ofTheirDays, names: [name, `${info.firstName} ${info.lastName}`] };
  }, [compare, days, span, zone, memberId, name, account, language, t]);
  const told =
    compare === null ? null : (
      <span className={styles.compared}>
        {compared &&
          (compare === 'period'
            ? t('compare.withPeriod', endsOf(compared, language))
            : t('compare.with', { name: compared.names[1], ...endsOf(compared, language) }))}
        {ofMember && other.error && t('compare.memberFailed', { reason: other.error.message })}{' '}
        <button type="button" className={styles.link} onClick={() => change({ compare: null })}>
          {t('compare.stop')}
        </button>
      </span>
    );
  return { compared, told };
}

function endsOf({ span, zone }: ComparedWith, locale: string) {
  const write = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium' });
  return { from: write.format(span.from * 1000), to: write.format((span.to - 1) * 1000) };
}
