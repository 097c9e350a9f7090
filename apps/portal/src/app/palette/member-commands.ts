import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { calls, callsState } from '#lib/calls/calls.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import type { IconName } from '#ui/icons.tsx';
import { openedByHand, openTab } from '../communications/open-tab.ts';
import { type TabId, useTalks } from '../communications/tabs.ts';
import { useOpenMessages } from '../communications/write-to.ts';
import type { Command } from './commands.ts';

/** A member whom something can be done about. */
export interface NamedMember {
  readonly id: string;
  readonly name: string;
  readonly mrn: string | null;
  /** On hold and discharged nobody is called. */
  readonly canBeCalled: boolean;
}

const uncalled: readonly (string | null)[] = ['HOLDING', 'DISCHARGED'];

/** A member who was found by name. */
export const foundMember = ({ user_id: id, data, accountStatus }: MemberRow): NamedMember => ({
  ...{ id, name: `${data.firstName} ${data.lastName}`, mrn: data.mrn },
  canBeCalled: !uncalled.includes(accountStatus),
});

/** Whether a member who was found for another text answers this one: nobody else's page opens while the server is asked. */
export const isNamed = ({ data }: MemberRow, text: string): boolean => {
  const known = `${data.firstName} ${data.lastName} ${data.mrn ?? ''}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
};

const verbs = ['call', 'videoCall', 'message', 'note', 'work', 'charts', 'programs'] as const;
type Verb = (typeof verbs)[number];

const icons: Readonly<Record<Verb, IconName>> = {
  ...{ call: 'phone', videoCall: 'camera', message: 'message', note: 'note', work: 'check', charts: 'activity', programs: 'calendar' },
};

/** The member whose page is open, or whose work stands beside Today; null where there is none, or it is the own page. */
export function useMemberInView(): NamedMember | null {
  const { userId } = useRouteContext({ from: '__root__' });
  const { memberId } = useParams({ strict: false }) as { readonly memberId?: string };
  const { member } = useSearch({ strict: false }) as { readonly member?: unknown };
  const id = memberId ?? (typeof member === 'string' && member !== '' ? member : null);
  const { data: account } = useQuery({ ...accountQuery(id ?? ''), enabled: id !== null && id !== userId });
  if (id === null || !account) return null;
  const { accountStatus, personalInfo } = account;
  const name = `${personalInfo.firstName} ${personalInfo.lastName}`.trim();
  return { id, name, mrn: personalInfo.mrn, canBeCalled: !uncalled.includes(accountStatus) };
}

/** What can be done about a member: "Call Ada Ash", "Note about Ada Ash". */
export function useMemberCommands(): (member: NamedMember) => readonly Command[] {
  const { t } = useTranslation('app');
  const { roles } = useSession().tenant;
  const talks = useTalks(false);
  const isCareTeam = roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const navigate = useNavigate();
  const openMessages = useOpenMessages();
  const pageOf = (memberId: string, page: 'summary' | 'data' | 'content') =>
    void navigate({ to: `/patient/$memberId/${page}`, params: { memberId } });
  const withTab = (memberId: string, tab: TabId) => {
    openedByHand.set(true);
    openTab.set(tab);
    if (!location.pathname.startsWith(`/patient/${memberId}/`)) pageOf(memberId, 'summary');
  };
  const dial = ({ id: userId, name }: NamedMember, isVideoCall: boolean) =>
    calls.get().dial({ userId, name, photoUrl: null, memberId: userId }, isVideoCall);
  const does: Readonly<Record<Verb, (member: NamedMember) => void>> = {
    call: (member) => dial(member, false),
    videoCall: (member) => dial(member, true),
    message: ({ id }) => openMessages({ conversationId: id, memberId: id }),
    note: ({ id }) => withTab(id, 'notes'),
    work: ({ id: member }) => void navigate({ to: '/dashboard/today', search: { member } as never }),
    charts: ({ id }) => pageOf(id, 'data'),
    programs: ({ id }) => pageOf(id, 'content'),
  };
  const { own } = useStore(callsState);
  const isOnCall = own !== null && own.step !== 'over' && own.step !== 'failed';
  const may: Partial<Record<Verb, boolean>> = { call: talks, videoCall: talks, message: talks, note: isCareTeam };
  const calling: readonly Verb[] = ['call', 'videoCall'];
  return (member) =>
    verbs
      .filter((verb) => (may[verb] ?? true) && (!calling.includes(verb) || (member.canBeCalled && !isOnCall)))
      .map((verb) => ({
        id: `${verb}-${member.id}`,
        group: 'about' as const,
        label: t(`palette.verb.${verb}`, { name: member.name }),
        icon: icons[verb],
        run: () => does[verb](member),
      }));
}

/** How commands about a member begin: "Call ", "Note about ". */
export function useVerbs(): readonly string[] {
  const { t } = useTranslation('app');
  return [...verbs.map((verb) => t(`palette.verb.${verb}`, { name: '' })), t('palette.acknowledge', { name: '' })];
}

/** What is left of the text to look for a name by, where it begins with what is to be done: "call ash" looks for "ash". */
export function withoutVerb(typed: string, labels: readonly string[]): string {
  const [first = '', ...rest] = typed.trim().split(/\s+/);
  if (rest.length === 0) return typed;
  const isVerb = labels.some((label) => label.toLowerCase().split(/\s+/)[0]?.startsWith(first.toLowerCase()));
  return isVerb ? rest.join(' ') : typed;
}
