import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { MemberRule } from '@vigil/contract/alerts.contract';
import type { MemberLayerBody } from '@vigil/contract/alerts.forms';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { useSnackbar } from 'notistack';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { accountQuery } from '#lib/member.ts';
import { useNames } from '#lib/people-names.ts';
import { useUnchangedNotice } from '#lib/unchanged.ts';
import { cohortsQuery, useSetMemberLayer } from '../api/rules.ts';
import { LayerForm } from '../components/layer-form.tsx';
import { LayerName } from '../components/layer-name.tsx';
import { SettingsTable } from '../components/rule-facts.tsx';
import { Severity } from '../components/severity.tsx';
import { VersionStateChip } from '../components/version-state.tsx';
import { keptValues, layerDrafts } from '../layer-drafts.ts';
import { isSameLayer } from '../rule-values.ts';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';
import { useSettingsWords } from '../use-settings-words.ts';
import { OffForm } from './off-form.tsx';

interface MemberRuleRowProps {
  readonly memberId: string;
  readonly one: MemberRule;
  readonly mayAdapt: boolean;
  /** Reads anew what holds. */
  readonly onLoad: () => Promise<unknown>;
  /** A form is open in it, or is no more: the row keeps its place meanwhile. */
  readonly onWork: (working: boolean) => void;
  /** The rule whose form was closed last on this page: its row has the focus, also where it moved to. */
  readonly lastDone: RefObject<string | null>;
}

const forms = ['adapt', 'off'] as const;
type Doing = (typeof forms)[number] | null;

/** One rule as it holds for the member: its sentence, and on demand each field with its layer. */
export function MemberRuleRow({ memberId, one, mayAdapt, onLoad, onWork, lastDone }: MemberRuleRowProps) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  const subject = `${memberId} ${one.ruleId}`;
  const [doing, setDoing] = useState<Doing>(() => forms.find((id) => mayAdapt && keptValues({ subject, id })) ?? null);
  useEffect(() => onWork(doing !== null), [doing, onWork]);
  const buttons = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (doing === null && lastDone.current === one.ruleId && isNowhere) buttons.current?.querySelector('button')?.focus();
  }, [doing, one.ruleId, lastDone]);
  const stop = () => {
    for (const id of forms) layerDrafts.remove(subject, id);
    lastDone.current = one.ruleId;
    setDoing(null);
  };
  const { set, put, customize, failure, faults } = useMemberLayer(memberId, one, onLoad, stop);
  const { rule, off, own, inherited } = one;
  const begin = (what: Doing) => {
    set.reset();
    setDoing(what);
  };
  return (
    <li className={styles.memberRule} data-off={off !== null || undefined}>
      <div className={styles.memberTop}>
        <div className={styles.memberText}>
          <span className={styles.cardHead}>
            <strong>{one.title}</strong> <Severity severity={rule.severity} />
            {one.state === 'shadow' && <VersionStateChip version={one.version} state={one.state} />}
          </span>
          <p className={styles.memberWords}>{words(rule)}</p>
        </div>
        {mayAdapt && doing === null && (
          <span ref={buttons} className={styles.buttons}>
            <Button size="small" color="inherit" aria-label={t('member.adaptOf', { title: one.title })} onClick={() => begin('adapt')}>
              {t('member.adapt')}
            </Button>
            {off ? (
              <Button
                size="small"
                variant="outlined"
                disabled={set.isPending}
                aria-label={t('member.onOf', { title: one.title })}
                onClick={() => put({ settings: own.settings, off: null }, 'on')}
              >
                {t('member.on')}
              </Button>
            ) : (
              <Button size="small" color="inherit" aria-label={t('member.offOf', { title: one.title })} onClick={() => begin('off')}>
                {t('member.off')}
              </Button>
            )}
          </span>
        )}
      </div>
      <Standing one={one} memberId={memberId} />
      {doing === null && failure && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
      {doing === 'adapt' && (
        <LayerForm
          draft={{ subject, id: doing }}
          label={t('member.adaptOf', { title: one.title })}
          rule={inherited}
          settings={own.settings}
          failure={failure}
          serverFaults={faults}
          isSaving={set.isPending}
          onCancel={stop}
          onSave={customize}
        />
      )}
      {doing === 'off' && (
        <OffForm
          draft={{ subject, id: doing }}
          memberId={memberId}
          title={one.title}
          failure={failure}
          isSaving={set.isPending}
          onCancel={stop}
          onSave={(said) => put({ settings: own.settings, off: said }, 'off')}
        />
      )}
    </li>
  );
}

/** What of it is otherwise, on whose word, and on demand every field. */
function Standing({ one: { rule, layers, off, own }, memberId }: Pick<MemberRuleRowProps, 'one' | 'memberId'>) {
  const { t } = useTranslation('rules');
  const settingsWords = useSettingsWords();
  const { data: cohorts = [] } = useQuery(cohortsQuery());
  const zone = memberTimeZone(useQuery(accountQuery(memberId)).data?.languageRegion.timezone);
  const nameOf = useNames(own.saidBy === null ? [] : [own.saidBy]);
  const titleOf = (id: string) => cohorts.find(({ cohort }) => cohort.id === id)?.cohort.title ?? t('aCohort');
  const said = settingsWords(rule, own.settings);
  const by = own.saidBy !== null &&
    own.saidAt !== null &&
    (said !== '' || off) && {
      name: nameOf(own.saidBy) ?? t('somebody'),
      when: new Date(own.saidAt).toLocaleDateString(undefined, { dateStyle: 'medium' }),
    };
  const until = off && new Date(off.until * 1000 - 1000).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: zone });
  return (
    <>
      {off && (
        <p className={styles.off}>
          {t('member.isOff', { until })} <span>“{off.reason}”</span>
        </p>
      )}
      {said !== '' && <p>{t('member.own', { said })}</p>}
      {by && <p className={styles.hint}>{t('writtenBy', by)}</p>}
      <details className={styles.more}>
        <summary>{t('member.fields')}</summary>
        <SettingsTable rule={rule} layerOf={(field) => <LayerName layer={layers[field]} titleOf={titleOf} />} />
      </details>
    </>
  );
}

/** Says what the member has otherwise, against what was read; where somebody else said so meanwhile, what stands now is told. */
function useMemberLayer(memberId: string, one: MemberRule, onLoad: () => Promise<unknown>, onDone: () => void) {
  const { t } = useTranslation('rules');
  const { enqueueSnackbar } = useSnackbar();
  const sayUnchanged = useUnchangedNotice();
  const settingsWords = useSettingsWords();
  const set = useSetMemberLayer();
  const { ruleId, own, rule, off } = one;
  const put = (said: Omit<MemberLayerBody, 'revision'>, what: 'adapted' | 'on' | 'off') =>
    set.mutate(
      { params: { userId: memberId, ruleId }, body: { revision: own.revision, ...said } },
      {
        onSuccess: () => {
          enqueueSnackbar(t(`member.done.${what}`), { variant: 'success' });
          onDone();
        },
        onError: ({ status }) => {
          if (status === 409) void onLoad();
        },
      },
    );
  const customize = (settings: MemberLayerBody['settings'], limitsConfirmed: boolean) => {
    if (!isSameLayer(settings, own.settings)) return put({ settings, off, limitsConfirmed }, 'adapted');
    sayUnchanged();
    onDone();
  };
  const standing = [settingsWords(rule, own.settings), off && t('member.offShort')].filter(Boolean).join(' · ') || t('member.nothing');
  const { error } = set;
  const failure =
    error === null
      ? null
      : mayHaveHappened(error)
        ? t('member.lost')
        : error.status === 409
          ? t('member.stale', { standing })
          : (error.fields[0]?.message ?? error.message);
  const faults = new Map((error?.fields ?? []).map(({ field, message }) => [field.replace('settings.', ''), message]));
  return { set, put, customize, failure, faults };
}
