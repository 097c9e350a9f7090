import { useMatches } from '@tanstack/react-router';

/**
 * The path of the screen that is shown, not of the one that is on its way. As the key of what ends every screen: of a shorter one it
 * is drawn where that ends, rather than coming up from below under the eyes.
 */
export function useShownPath(): string {
  return useMatches({ select: (shown) => shown.at(-1)?.pathname ?? '' });
}
