import { Link } from '@tanstack/react-router';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { BacktestFigures } from '@vigil/contract/alerts-backtests.contract';
import { useTranslation } from 'react-i18next';
import { useNames } from '#lib/people-names.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { evidenceAddress } from '../evidence-address.ts';
import styles from '../rules.module.css';

interface WhomProps {
  readonly figures: readonly BacktestFigures[];
  readonly rule: AlertRuleWhole;
}

/** As many stand there before one asks for the others. */
const most = 15;

/** Whom it would have concerned, the most alerts of any version first, each with the way to the readings around the last one. */
export function Whom({ figures, rule }: WhomProps) {
  const { t } = useTranslation('rules');
  const ids = [...new Set(figures.flatMap(({ members }) => members.map(({ userId }) => userId)))];
  const nameOf = useNames(ids);
  const found = figures.map(({ members }) => new Map(members.map((member) => [member.userId, member])));
  const peak = (id: string) => Math.max(...found.map((members) => members.get(id)?.firings ?? 0));
  const ordered = ids.toSorted((one, other) => peak(other) - peak(one));
  const definition = (version: number) => (rule.versions.find((one) => one.version === version) ?? rule.versions[0])?.definition;
  const rows = (some: readonly string[]) => (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('backtest.member')}</th>
          {figures.map(({ version }) => (
            <th key={version} scope="col">
              {t('backtest.alertsOf', { version })}
            </th>
          ))}
          <th scope="col">{t('backtest.lastAlert')}</th>
        </tr>
      </thead>
      <tbody>
        {some.map((userId) => {
          const alerts = figures.flatMap(({ version, members }) =>
            members.filter((one) => one.userId === userId).map((one) => ({ ...one, version })),
          );
          const [last] = alerts.toSorted((one, other) => other.lastFiredAt - one.lastFiredAt);
          const rule = last && definition(last.version);
          const seen = last && rule && evidenceAddress(rule, last.lastFiredOn);
          return (
            <tr key={userId}>
              <th scope="row">
                <Link to="/patient/$memberId/summary" params={{ memberId: userId }} className={styles.rowLink}>
                  {nameOf(userId) ?? t('backtest.aMember')}
                </Link>
              </th>
              {found.map((members, index) => (
                <td key={figures[index]?.version}>{members.get(userId)?.firings ?? <span className={styles.muted}>0</span>}</td>
              ))}
              <td>
                {last && seen && (
                  <Link to={`/patient/$memberId/${seen.page}`} params={{ memberId: userId }} search={seen.search as never}>
                    {day(last.lastFiredOn)} <Icon name="chevronRight" size={12} />
                  </Link>
                )}
                {last?.standing && <span className={styles.hint}> {t('backtest.standing')}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  return (
    <Card title={t('backtest.whomTitle', { count: ids.length })}>
      {ids.length === 0 && <p className={styles.hint}>{t('backtest.nobodyAlerted')}</p>}
      {ids.length > 0 && <div className={styles.scrolls}>{rows(ordered.slice(0, most))}</div>}
      {ids.length > most && (
        <details className={styles.more}>
          <summary>{t('backtest.others', { count: ids.length - most })}</summary>
          <div className={styles.scrolls}>{rows(ordered.slice(most))}</div>
        </details>
      )}
    </Card>
  );
}

/** A day of the member's calendar, as it is written here. */
const day = (text: string) => new Date(`${text}T12:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
