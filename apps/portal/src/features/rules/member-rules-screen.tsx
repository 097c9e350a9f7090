import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MemberRule } from '@vigil/contract/alerts.contract';
import { mayAdaptForMember } from '@vigil/contract/alerts.values';
import { ApiError } from '@vigil/contract/client';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { memberRulesQuery } from './api/rules.ts';
import { MemberRuleRow } from './member/member-rule-row.tsx';
import styles from './rules.module.css';

/** The rules that run for a member: what holds, whose word each field is, and for who may, changing or switching one off. */
export function MemberRulesScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('rules');
  usePageTitle(t('member.title'));
  const mayAdapt = mayAdaptForMember(useSession().tenant.roles);
  const { data, error, refetch } = useQuery(memberRulesQuery(memberId));
  const { ownFirst, rest, work } = useParts(data ?? []);
  const lastDone = useRef<string | null>(null);
  if (error instanceof ApiError && error.code === 'no_access_to_user') return null;
  if (error && !data) return <LoadFailed error={error} title={t('member.failedTitle')} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Page width="column" busy>
        <Skeleton variant="rounded" height={48} />
        <Skeleton variant="rounded" height={320} />
      </Page>
    );
  const rows = (some: readonly MemberRule[]) => (
    <ul className={styles.memberRules}>
      {some.map((one) => (
        <MemberRuleRow key={keyOf(one)} {...{ memberId, one, mayAdapt, lastDone }} onLoad={() => refetch()} onWork={work(keyOf(one))} />
      ))}
    </ul>
  );
  return (
    <Page width="column">
      <div className={styles.memberHead}>
        <h2 className={styles.heading}>{t('member.title')}</h2>
        <Link to="/dashboard/rules">{t('member.all')}</Link>
      </div>
      {data.length === 0 && <StatePanel icon="alert" title={t('member.noneTitle')} text={t('member.noneText')} />}
      {!mayAdapt && data.length > 0 && <p className={styles.hint}>{t('member.readOnly')}</p>}
      {ownFirst.length > 0 && (
        <section aria-label={t('member.otherwise')}>
          <h3 className={styles.sectionTitle}>{t('member.otherwise')}</h3>
          {rows(ownFirst)}
        </section>
      )}
      {rest.length > 0 && (
        <section aria-label={t('member.asClinic')}>
          {ownFirst.length > 0 && <h3 className={styles.sectionTitle}>{t('member.asClinic')}</h3>}
          {rows(rest)}
        </section>
      )}
    </Page>
  );
}

const keyOf = ({ ruleId, version }: MemberRule) => `${ruleId}/${version}`;

/** Those with something otherwise, and the rest. A row in which somebody writes stays where it is, whatever others do. */
function useParts(rules: readonly MemberRule[]) {
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  const placed = useRef(new Map<string, boolean>());
  const callbacks = useRef(new Map<string, (on: boolean) => void>());
  for (const one of rules) if (!working.has(keyOf(one))) placed.current.set(keyOf(one), isOwn(one));
  const work = useCallback((key: string) => {
    const known = callbacks.current.get(key);
    if (known) return known;
    const made = (on: boolean) => setWorking((before) => new Set([...before].filter((one) => one !== key).concat(on ? [key] : [])));
    callbacks.current.set(key, made);
    return made;
  }, []);
  const part = (own: boolean) => rules.filter((one) => (placed.current.get(keyOf(one)) ?? isOwn(one)) === own);
  return { ownFirst: part(true), rest: part(false), work };
}

/** Something of it is not as for everybody: a cohort's or the member's own word, or it is off. */
const isOwn = ({ layers, off }: MemberRule) => off !== null || Object.values(layers).some(({ kind }) => kind !== 'tenant');
