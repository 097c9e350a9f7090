import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { signInPaths } from '@vigil/contract/configurator.contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StartUp } from '#app/start-up/start-up.tsx';
import { startUp } from '#app/start-up/start-up-flow.ts';
import { followSystemColorMode } from '#lib/color-mode.ts';
import { followConfiguration } from '#lib/configuration-refresh.ts';
import { answerSilentRenewal } from '#lib/session/identity.ts';

if (location.pathname === signInPaths.silent) {
  answerSilentRenewal();
} else {
  // Begun once, outside of React: an authorisation code is good for one exchange.
  const begun = startUp();
  const begin = () => begun;
  followConfiguration();
  followSystemColorMode();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id root');
  createRoot(root).render(
    <StrictMode>
      <StartUp begin={begin} />
    </StrictMode>,
  );
}
