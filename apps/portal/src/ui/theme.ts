import { createTheme } from '@mui/material/styles';

const token = (name: string) => `var(--v-${name})`;
const ink = (name: string, on = 'card') => ({ main: token(name), light: token(name), dark: token(name), contrastText: token(on) });

/** Height at most of a list of options (selects, autocompletes, menus of choices). */
export const optionListPx = 240;

/**
 * Vigil's theme over the design tokens. Colours are CSS variables (`nativeColor`), so the mode is only `html[data-mode]`:
 * switching it repaints without rendering React again, and the screens before sign-in share it without loading MUI.
 */
export const theme = createTheme({
  cssVariables: { nativeColor: true },
  breakpoints: { values: { xs: 400, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  spacing: 4,
  shape: { borderRadius: 6 },
  palette: {
    primary: { ...ink('accent', 'on-accent'), dark: token('accent-hover') },
    secondary: ink('muted'),
    error: ink('danger'),
    warning: ink('warn'),
    success: ink('ok'),
    info: ink('accent', 'on-accent'),
    background: { default: token('bg'), paper: token('card') },
    text: { primary: token('text'), secondary: token('muted'), disabled: token('stale') },
    divider: token('border'),
    action: {
      active: token('muted'),
      hover: token('hover'),
      selected: token('selected'),
      focus: token('selected'),
      disabled: token('stale'),
      disabledBackground: token('sunken'),
    },
  },
  typography: {
    fontFamily: token('font'),
    fontSize: 14,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: { fontSize: token('size-title'), lineHeight: 1.4, fontWeight: 600, letterSpacing: '-0.01em' },
    h2: { fontSize: token('size-lead'), lineHeight: 1.5, fontWeight: 600 },
    h3: { fontSize: token('size-body'), lineHeight: 1.43, fontWeight: 600 },
    body1: { fontSize: token('size-body'), lineHeight: 1.43 },
    body2: { fontSize: token('size-body'), lineHeight: 1.43 },
    caption: { fontSize: token('size-small'), lineHeight: 1.33 },
    button: { fontSize: token('size-body'), fontWeight: 500, textTransform: 'none', letterSpacing: 0, lineHeight: 1.43 },
  },
  transitions: {
    duration: { shortest: 100, shorter: 150, short: 150, standard: 150, complex: 150, enteringScreen: 150, leavingScreen: 150 },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        // The library takes the outline away in favour of the ripple, which we do without.
        root: { '&:focus-visible': { outline: `2px solid ${token('focus')}`, outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small', color: 'primary' },
      styleOverrides: {
        root: {
          minHeight: token('control'),
          padding: '4px 12px',
          borderRadius: token('radius'),
          '&.MuiButton-sizeSmall': { fontSize: token('size-body') },
        },
        outlined: { borderColor: token('border-strong') },
        // Without its ground, which forced colours take away, a main button would be a word among others.
        contained: { '@media (forced-colors: active)': { border: '1px solid ButtonBorder' } },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: token('control'),
          height: token('control'),
          padding: 0,
          borderRadius: token('radius'),
          color: token('muted'),
          '&:hover': { color: token('text'), backgroundColor: token('hover') },
        },
      },
    },
    // Choices of a few that stand beside each other: a range, a mode.
    MuiToggleButtonGroup: { styleOverrides: { root: { flexWrap: 'wrap' } } },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: token('control'),
          padding: '0 12px',
          fontWeight: 550,
          lineHeight: '1.25rem',
          color: token('muted'),
          whiteSpace: 'nowrap',
          backgroundColor: token('card'),
          borderColor: token('border-strong'),
          '&.Mui-selected, &.Mui-selected:hover': { color: token('text'), backgroundColor: token('selected') },
          '@media (max-width: 599px)': { padding: '0 10px' },
          '@media (forced-colors: active)': {
            '&.Mui-selected': { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' },
          },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiMenu: { defaultProps: { slotProps: { paper: { elevation: 0 } } } },
    MuiPopover: {
      styleOverrides: {
        paper: {
          backgroundColor: token('raised'),
          border: `1px solid ${token('border')}`,
          boxShadow: token('shadow'),
          borderRadius: token('radius-large'),
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: token('control'),
          fontSize: token('size-body'),
          gap: 8,
          '&.Mui-selected': { backgroundColor: token('selected') },
          '&.Mui-selected:hover, &.Mui-focusVisible': { backgroundColor: token('hover') },
        },
      },
    },
    MuiDialog: {
      styleOverrides: {
        // The sheet of a call at the lower edge of a narrow page covers nothing of it.
        container: { boxSizing: 'border-box', paddingBottom: token('call-sheet') },
        paper: {
          backgroundColor: token('raised'),
          border: `1px solid ${token('border')}`,
          boxShadow: token('shadow'),
          borderRadius: token('radius-large'),
        },
      },
    },
    MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: token('scrim') } } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          minHeight: token('control'),
          backgroundColor: token('card'),
          borderRadius: token('radius'),
          '& .MuiOutlinedInput-notchedOutline': { borderColor: token('border-strong') },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: token('muted') },
        },
        input: { padding: '5px 10px', height: '1.43em', '&::placeholder': { color: token('muted'), opacity: 1 } },
      },
    },
    // Specification: a list of options is at most 240 px high, and scrolls.
    MuiSelect: { defaultProps: { size: 'small', MenuProps: { slotProps: { paper: { style: { maxHeight: optionListPx } } } } } },
    MuiAutocomplete: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        listbox: { maxHeight: optionListPx },
        // As high as every other control.
        inputRoot: {
          '&.MuiInputBase-sizeSmall': { paddingBlock: 0 },
          '& .MuiAutocomplete-input.MuiInputBase-inputSizeSmall': { padding: '4px 4px 4px 2px' },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, arrow: false },
      styleOverrides: {
        tooltip: {
          backgroundColor: token('text'),
          color: token('card'),
          fontSize: token('size-small'),
          lineHeight: 1.33,
          fontWeight: 450,
          padding: '6px 8px',
          borderRadius: token('radius'),
          maxWidth: 320,
        },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: false },
      styleOverrides: { root: { backgroundColor: token('sunken'), borderRadius: token('radius') } },
    },
    MuiTabs: {
      styleOverrides: { root: { minHeight: 36 }, indicator: { height: 2, backgroundColor: token('accent') } },
    },
    MuiTab: {
      styleOverrides: {
        root: { minHeight: 36, padding: '6px 12px', minWidth: 0, color: token('muted'), '&.Mui-selected': { color: token('text') } },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: token('radius'),
          padding: '4px 12px',
          // The library mixes its own from the palette, which is cream on a dark page.
          ...Object.fromEntries(
            Object.entries({ Error: 'danger', Warning: 'warn', Success: 'ok', Info: 'accent' }).map(([severity, name]) => [
              `&.MuiAlert-standard${severity}, &.MuiAlert-standard.MuiAlert-color${severity}`,
              { color: token('text'), backgroundColor: token(`${name}-soft`), '& .MuiAlert-icon': { color: token(name) } },
            ]),
          ),
        },
      },
    },
  },
});
