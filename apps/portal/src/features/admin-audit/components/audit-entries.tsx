import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vigil/contract/privacy.contract';
import { roleLabel } from '@vigil/domain/roles';
import { Trans, useTranslation } from 'react-i18next';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { auditQuery } from '../api/audit.ts';
import styles from '../audit.module.css';
import { type AuditSearch, usualSearch } from '../audit-search.ts';
import { plainSummary } from '../plain-summary.ts';

interface AuditEntriesProps {
  readonly search: AuditSearch;
  readonly onChange: (next: AuditSearch) => void;
}

/** The entries that match, a sentence each, by day. */
export function AuditEntries({ search, onChange }: AuditEntriesProps) {
  const { t } = useTranslation('adminAudit');
  const query = useInfiniteQuery(auditQuery(search));
  if (query.isError && !query.data)
    return query.error instanceof Error && 'status' in query.error && query.error.status === 403 ? (
      <StatePanel icon="person" failure title={t('forbiddenTitle')} text={t('forbiddenText')} />
    ) : (
      <StatePanel
        icon="alert"
        failure
        title={t('failedTitle')}
        text={query.error.message}
        action={{ label: t('retry'), onClick: () => void query.refetch() }}
      />
    );
  if (!query.data)
    return (
      <div className={styles.list} aria-busy="true">
        {places(8).map((place) => (
          <Skeleton key={place} variant="text" height={40} />
        ))}
      </div>
    );
  const entries = query.data.pages.flatMap((page) => page.content);
  const nothing = entries.length === 0;
  if (nothing && !query.hasNextPage)
    return (
      <StatePanel
        icon="search"
        title={t('noneTitle')}
        text={t('noneText')}
        action={{ label: t('reset'), onClick: () => onChange(usualSearch) }}
      />
    );
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'full' }));
  return (
    <div className={styles.list}>
      {[...days].map(([day, some]) => (
        <section key={day} aria-label={day}>
          <h2 className={styles.day}>{day}</h2>
          <ol className={styles.entries}>
            {some.map((entry) => (
              <Entry key={entry.sequence} entry={entry} search={search} onChange={onChange} />
            ))}
          </ol>
        </section>
      ))}
      <p className={styles.more}>
        {nothing && <span role="status">{t('soFar')}</span>}
        {query.hasNextPage ? (
          <Button variant="outlined" color="inherit" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t(query.isFetchingNextPage ? 'searching' : nothing ? 'searchOn' : 'older')}
          </Button>
        ) : (
          <span className={styles.muted}>{t('end')}</span>
        )}
        <span role="alert" className={styles.failed}>
          {query.isFetchNextPageError ? query.error.message : ''}
        </span>
      </p>
    </div>
  );
}

function Entry({ entry, search, onChange }: AuditEntriesProps & { readonly entry: AuditEntry }) {
  const { t } = useTranslation('adminAudit');
  const { at, actor, kind, status, ip, sequence } = entry;
  const refused = status >= 400;
  const summary = plainSummary(entry.summary);
  // About nobody, and of no kind that has a word: what was done is the sentence.
  const alone = entry.memberCount === 0 && entry.about === 'other';
  const who = actor.kind === 'person' ? (actor.name ?? t('actors.person')) : t(`actors.${actor.kind}`, { name: actor.name ?? '' });
  const roles = actor.roles.map(roleLabel).join(', ');
  const { id } = actor;
  const byThem = actor.kind === 'person' && id !== null && id !== search.actor ? () => onChange({ ...search, actor: id }) : undefined;
  return (
    <li className={styles.entry} data-refused={refused || undefined}>
      <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium' })}</time>
      <span className={styles.sentence}>
        <Trans
          t={t}
          i18nKey={
            alone
              ? refused
                ? `alone.refused${kind}`
                : `alone.${kind}`
              : refused
                ? `did.refused${kind}`
                : actor.kind === 'device' && kind === 'WRITE'
                  ? 'did.sent'
                  : `did.${kind}`
          }
          components={{
            who: <Who name={who} roles={roles} onChoose={byThem} />,
            what: (
              <strong>
                {alone
                  ? summary
                  : entry.memberCount === 0
                    ? t(`data.${entry.about}`)
                    : t('what', {
                        about: t(`data.${entry.about}`),
                        members: membersOf(
                          entry,
                          t('erased'),
                          (count) => t('others', { count }),
                          (count) => t('othersOnly', { count }),
                        ),
                      })}
              </strong>
            ),
          }}
        />
      </span>
      <span className={styles.detail}>
        {!alone && `${summary} · `}
        {t('fromAddress', { ip })} · {refused && `${t('status', { status })} · `}
        {t('entry', { sequence: sequence.toLocaleString() })}
      </span>
    </li>
  );
}

function Who({ name, roles, onChoose }: { readonly name: string; readonly roles: string; readonly onChoose: (() => void) | undefined }) {
  return (
    <>
      {onChoose ? (
        <button type="button" className={styles.link} onClick={onChoose}>
          {name}
        </button>
      ) : (
        <strong>{name}</strong>
      )}
      {roles && <span className={styles.muted}> ({roles})</span>}
    </>
  );
}

/** Names as far as they are told, and how many more there are. */
function membersOf(
  { members, memberCount }: AuditEntry,
  erased: string,
  others: (count: number) => string,
  all: (count: number) => string,
): string {
  if (members.length === 0) return all(memberCount);
  const names = members.map(({ name }) => name ?? erased);
  const rest = memberCount - members.length;
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(rest > 0 ? [...names, others(rest)] : names);
}
