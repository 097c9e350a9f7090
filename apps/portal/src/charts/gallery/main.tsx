import '@fontsource-variable/inter/wght.css';
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/messages.ts';
import CssBaseline from '@mui/material/CssBaseline';
import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '#ui/theme.ts';
import { Gallery } from './gallery.tsx';

// A page of its own, at /dev/charts.html: Vite serves it in development, and the build, which begins at index.html, never sees it.
const root = document.getElementById('root');
if (!root) throw new Error('charts.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <StyledEngineProvider injectFirst>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <Gallery />
      </ThemeProvider>
    </StyledEngineProvider>
  </StrictMode>,
);
