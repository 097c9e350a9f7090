import '#ui/messages.ts';
import './messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { startCalls } from '#lib/calls/calls.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { CallWindow, type WriteTo } from './components/call-window.tsx';
import styles from './components/calls.module.css';
import { MissedCard, RingCard } from './components/ring-card.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { deviceSettings } from './open-settings.ts';
import { useCalls } from './use-calls.ts';
import { useLayer } from './use-layer.ts';
import { useStrips } from './use-strips.ts';

export interface CallsHostProps {
  /** Opens the conversation with somebody. */
  readonly onWrite: WriteTo;
}

/** Between what must be seen and the cards. */
const gapPx = 8;

/** Calls over every screen: who calls, whom one talks with, what was missed. Without it this page is no device that rings. */
export function CallsHost({ onWrite }: CallsHostProps) {
  const { userId } = useSession();
  const appId = useConfiguration().app.sendbird_app_id;
  useEffect(() => startCalls({ userId, appId }), [userId, appId]);
  const { ringing, missed, own, act } = useCalls();
  const areSettingsOpen = useStore(deviceSettings);
  const { top } = useStrips();
  const { layer, home, isInDialog } = useLayer();
  const client = useQueryClient();
  // Whatever has ended or begun stands in the log.
  const known = [...ringing, ...missed, ...(own?.call ? [own.call] : [])].map(({ callId, isEnded }) => `${callId} ${isEnded}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each call that came or ended.
  useEffect(() => void client.invalidateQueries({ queryKey: ['calls.log'] }), [client, known]);
  const shown = (
    <>
      <div className={styles.cards} style={{ top: top + gapPx }}>
        {ringing.map((call) => (
          <RingCard key={call.callId} call={call} />
        ))}
        {missed.map((call) => (
          <MissedCard key={call.callId} call={call} onWrite={onWrite} />
        ))}
      </div>
      {own && (
        <CallWindow
          own={own}
          isInDialog={isInDialog}
          onWrite={(other) => {
            if (own.step === 'failed') act.hangUp();
            else act.dismiss(own.callId);
            onWrite(other);
          }}
        />
      )}
    </>
  );
  return (
    <>
      <div ref={home} />
      {createPortal(shown, layer)}
      {areSettingsOpen && <DeviceSettings onClose={() => deviceSettings.set(false)} />}
    </>
  );
}
