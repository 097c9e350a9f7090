import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { Invited } from '@vigil/contract/user-admin.contract';
import type { Realm } from '@vigil/contract/user-admin.values';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { session } from '#lib/session/session.ts';
import { unitSystem } from '#lib/units.ts';
import { PageHead } from '#ui/page-head.tsx';
import { useResendToMember } from './api/invite.ts';
import { channelsQuery } from './api/onboarding.ts';
import { invitationDrafts } from './invitation/drafts.ts';
import styles from './invitation/invitation.module.css';
import { InvitationForm } from './invitation/invitation-form.tsx';
import { emptyValues } from './invitation/values.ts';

export const MemberInvitationScreen = () => <InvitationScreen realm="patient" />;
export const StaffInvitationScreen = () => <InvitationScreen realm="care" />;

interface Done {
  readonly invited: Invited;
  readonly name: string;
  /** There is no e-mail address: the link goes to the phone. */
  readonly byPhone: boolean;
}

/** One person is invited after the other; the last one stays named above the form. */
function InvitationScreen({ realm }: { readonly realm: Realm }) {
  const { t } = useTranslation('adminInvitations');
  usePageTitle(t(`invite.${realm}.title`));
  const [kept] = useDrafts(invitationDrafts, realm);
  const [freshId, setFreshId] = useState(() => crypto.randomUUID());
  const [done, setDone] = useState<Done | null>(null);
  const draft = kept ?? { id: freshId, values: emptyValues(unitSystem.get()) };
  return (
    <div className={styles.screen}>
      <PageHead title={t(`invite.${realm}.title`)} lead={t(`invite.${realm}.lead`)} />
      {done && <DoneNote key={done.invited.userId} realm={realm} done={done} />}
      <InvitationForm
        key={draft.id}
        realm={realm}
        draft={draft}
        onInvited={(invited, { email, givenName, familyName }) => {
          invitationDrafts.remove(realm, draft.id);
          setFreshId(crypto.randomUUID());
          setDone({ invited, name: `${givenName.trim()} ${familyName.trim()}`, byPhone: email.trim() === '' });
          window.scrollTo({ top: 0 });
        }}
      />
    </div>
  );
}

/** Who was invited, and for a member the step that is still to be taken. */
function DoneNote({ realm, done: { byPhone, invited, name } }: { readonly realm: Realm; readonly done: Done }) {
  const { t } = useTranslation('adminInvitations');
  const resend = useResendToMember();
  const { data: ways } = useQuery(channelsQuery());
  const waits = ways !== undefined && !ways.sends.includes(byPhone ? 'SMS' : 'EMAIL');
  const note = useRef<HTMLDivElement>(null);
  // The form that was sent is gone; the next step is here.
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  const params = { tenantId: session.get()?.tenant.tenant_ID ?? '', userId: invited.userId };
  return (
    <div className={styles.done} role="status" tabIndex={-1} ref={note}>
      <p>
        {t(
          resend.isSuccess
            ? waits
              ? 'done.linkWaits'
              : byPhone
                ? 'done.linkSentBySms'
                : 'done.linkSent'
            : invited.link === 'WAITING'
              ? 'done.waiting'
              : `done.${realm}`,
          { name },
        )}
      </p>
      {realm === 'patient' && !resend.isSuccess && (
        <Button
          variant="outlined"
          disabled={resend.isPending}
          onClick={() => resend.mutate({ params, query: { channel: byPhone ? 'SMS' : 'EMAIL' } })}
        >
          {t(waits ? 'done.makeLink' : byPhone ? 'done.sendLinkBySms' : 'done.sendLink')}
        </Button>
      )}
      {resend.isError && (
        <p role="alert" className={styles.failed}>
          {resend.error.status === 0 ? t('unreachable') : resend.error.message}
        </p>
      )}
    </div>
  );
}
