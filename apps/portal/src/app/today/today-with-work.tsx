import { actionDrafts, newDraft } from '#features/actions/action-drafts.ts';
import { TodaysEvents } from '#features/calendar/todays-events.tsx';
import { UnreadMessages } from '#features/chat/unread-messages.tsx';
import { HandoffLine } from '#features/handoff/handoff-line.tsx';
import { TodayScreen } from '#features/today/today-screen.tsx';
import { CallFromRow } from '../communications/communications.tsx';
import { useTalks } from '../communications/tabs.ts';
import { useOpenMessages } from '../communications/write-to.ts';
import { WorkBeside } from './work-beside.tsx';

/** Today, with the work on a member beside it. */
export function TodayWithWork() {
  const talks = useTalks(false);
  const openMessages = useOpenMessages();
  return (
    <>
      <HandoffLine />
      <TodayScreen
        work={(props) => <WorkBeside key={props.memberId} {...props} />}
        calendar={<TodaysEvents />}
        call={(member) => <CallFromRow {...member} />}
        messages={talks ? <UnreadMessages onOpen={openMessages} /> : null}
        beginIntervention={begin}
      />
    </>
  );
}

/** What somebody is writing about this action already goes on. */
function begin(memberId: string, actionId: string): void {
  const isBegun = actionDrafts.of(memberId).some(({ kind, actionIds }) => kind === 'intervene' && actionIds.includes(actionId));
  if (!isBegun) actionDrafts.put(memberId, newDraft('intervene', [actionId]));
}
