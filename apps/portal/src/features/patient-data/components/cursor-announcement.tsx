import { type ReactNode, useEffect, useState } from 'react';
import { momentWriter } from '#charts/moment.ts';
import { figureAt } from '../panels/figure-at.ts';
import type { DataPageModel } from '../use-data-page.ts';

/** A cursor that rests this long is read out; one that still moves is not, or the voice would run behind it. Milliseconds. */
const restsMs = 500;

/** Says to those who do not see the charts where the cursor rests and what was measured there. */
export function CursorAnnouncement({ page: { interaction, visible, span, zone, locale } }: { readonly page: DataPageModel }): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const at = interaction.cursor.get();
      if (at === null) return setSaid('');
      const values = visible.flatMap((panel) => {
        const figure = panel.kind === 'time' ? figureAt(panel, at, locale) : null;
        return figure === null ? [] : [`${panel.title} ${figure.value} ${figure.unit ?? ''} ${figure.label}`.trim()];
      });
      setSaid([momentWriter(span, zone, locale)(at), ...values].join(', '));
    };
    const stop = interaction.cursor.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, restsMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [interaction, visible, span, zone, locale]);
  return (
    <span className="v-unseen" aria-live="polite">
      {said}
    </span>
  );
}
