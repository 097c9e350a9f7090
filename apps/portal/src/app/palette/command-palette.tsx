import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type KeyboardEvent, use, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colorMode } from '#lib/color-mode.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { memberSearchQuery } from '#lib/member-search.ts';
import { useStore } from '#lib/store.ts';
import { Icon } from '#ui/icons.tsx';
import { usePreferences } from '../preferences.ts';
import { navigationOf } from '../screens.ts';
import { SignOutContext } from '../sign-out-context.ts';
import { useAlertCommands } from './alert-commands.ts';
import styles from './command-palette.module.css';
import { type Command, matching } from './commands.ts';
import { foundMember, isNamed, useMemberCommands, useMemberInView, useVerbs, withoutVerb } from './member-commands.ts';

interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

/** Of so many members who have the name something can be done at once. */
const mostNamed = 5;

/** Ctrl K: go to a member by name, to a screen, or do something. */
export function CommandPalette({ onClose, onShowKeys }: CommandPaletteProps) {
  const { t } = useTranslation('app');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const asked = useDeferredValue(text.trim());
  const { gates } = useRouteContext({ from: '__root__' });
  const fixed = useFixedCommands(onShowKeys);
  const navigate = useNavigate();
  const inView = useMemberInView();
  const commandsOf = useMemberCommands();
  const name = withoutVerb(asked, useVerbs());
  const search = useQuery({ ...memberSearchQuery(name), enabled: gates.clinician && asked.length > 0 });

  const rows = (search.data?.content ?? []).filter((row) => !search.isPlaceholderData || isNamed(row, name));
  const members: Command[] = rows.map(({ user_id, data }) => ({
    id: user_id,
    group: 'members',
    label: `${data.firstName} ${data.lastName}`,
    detail: data.mrn ?? undefined,
    icon: 'person',
    run: () => void navigate({ to: '/patient/$memberId/summary', params: { memberId: user_id } }),
  }));
  // Whoever says what to do means that; a name alone means the member.
  const isAbout = asked === '' || name !== asked;
  // Several may have the name: what is to be done is offered for each of them, so that nobody else is called by mistake.
  const found = rows.slice(0, isAbout ? mostNamed : 1).map(foundMember);
  const named = gates.clinician ? (asked === '' ? (inView ? [inView] : []) : found) : [];
  const alertsOf = useAlertCommands(named);
  const about = named.flatMap((member) => {
    const commands = commandsOf(member).map((one) => (named.length > 1 ? { ...one, detail: member.mrn ?? undefined } : one));
    return matching([...alertsOf(member), ...commands], asked);
  });
  const commands = isAbout ? [...about, ...matching(fixed, asked), ...members] : [...matching(fixed, asked), ...members, ...about];
  const chosen = commands[Math.min(at, commands.length - 1)];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && commands.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, commands.length - 1) + step + commands.length) % commands.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="palette-title"
      slotProps={{
        paper: { elevation: 0, className: styles.paper ?? '' },
        container: { className: styles.container ?? '' },
      }}
    >
      <h2 id="palette-title" className="v-unseen">
        {t('palette.title')}
      </h2>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={styles.input}
          // The palette was opened to type into it.
          ref={(input) => input?.focus()}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen && `palette-${chosen.id}`}
          aria-autocomplete="list"
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {commands.map((command, index) => (
          <div key={command.id} role="presentation">
            {commands[index - 1]?.group !== command.group && (
              <div className={styles.group} role="presentation">
                {t(`palette.${command.group}`)}
              </div>
            )}
            <Option command={command} chosen={command === chosen} onRun={() => run(command)} />
          </div>
        ))}
      </div>
      <div className={styles.foot} role="status">
        {search.isError
          ? t('palette.failed')
          : search.isFetching
            ? t('palette.searching')
            : commands.length === 0
              ? t('palette.nothing', { query: asked })
              : t('palette.keys')}
      </div>
    </Dialog>
  );
}

function Option({ command, chosen, onRun }: { readonly command: Command; readonly chosen: boolean; readonly onRun: () => void }) {
  return (
    <div
      id={`palette-${command.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={chosen ? `${styles.option} ${styles.chosen}` : styles.option}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      onKeyDown={(event) => event.key === 'Enter' && onRun()}
    >
      <Icon name={command.icon} />
      <span className={styles.label}>{command.label}</span>
      {command.detail && <span className={styles.detail}>{command.detail}</span>}
    </div>
  );
}

function useFixedCommands(onShowKeys: () => void): Command[] {
  const { t } = useTranslation('app');
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const signOut = use(SignOutContext);
  const mode = useStore(colorMode);
  const { chooseColorMode } = usePreferences();
  const screens = navigationOf(gates, userId, useConfiguration().featureFlags).map(({ id, to, label, icon }) => ({
    id,
    group: 'screens' as const,
    label: t(label),
    icon,
    run: () => void navigate({ to }),
  }));
  return [
    ...screens,
    {
      id: 'mode',
      group: 'actions',
      label: mode === 'dark' ? t('lightMode') : t('darkMode'),
      icon: mode === 'dark' ? 'sun' : 'moon',
      run: () => chooseColorMode(mode === 'dark' ? 'light' : 'dark'),
    },
    { id: 'keys', group: 'actions', label: t('showKeys'), icon: 'keyboard', run: onShowKeys },
    { id: 'sign-out', group: 'actions', label: t('signOut'), icon: 'signOut', run: signOut },
  ];
}
