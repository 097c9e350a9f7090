import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { cohortsQuery } from '../api/cohorts.ts';
import type { PanelControl } from '../use-panel.ts';
import styles from './panel-menu.module.css';

/** Which cohort's members are listed, and the way to the cohorts themselves. */
export function CohortTool({ control: { list } }: { readonly control: Pick<PanelControl, 'list'> }) {
  const { t } = useTranslation('panel');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, isError } = useQuery(cohortsQuery);
  const { cohort: chosen } = list.search;
  const offered = (data ?? []).filter(({ cohort }) => !cohort.isDraft && cohort.id !== totalPopulation.id).map(({ cohort }) => cohort);
  const title = chosen === '' ? t('allMembers') : (data?.find(({ cohort }) => cohort.id === chosen)?.cohort.title ?? t('someCohort'));
  const choices = [{ id: '', title: t('allMembers') }, ...offered];
  const doing = (deed: () => void) => () => {
    setAnchor(null);
    deed();
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="members" />}
        endIcon={<Icon name="chevronDown" size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('cohortIs', { title })}
        className={styles.button ?? ''}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles.name}>{title}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: styles.paper ?? '' } }}
      >
        {choices.map(({ id, title: name }) => (
          <MenuItem key={id} role="menuitemradio" aria-checked={id === chosen} onClick={doing(() => list.change({ cohort: id }))}>
            <span className={styles.mark}>{id === chosen && <Icon name="check" size={14} />}</span>
            <span className={styles.name}>{name}</span>
          </MenuItem>
        ))}
        {isError && !data && <MenuItem disabled>{t('cohortsFailed')}</MenuItem>}
        <Divider />
        {chosen !== '' && (
          <MenuItem onClick={doing(() => void navigate({ to: '/dashboard/cohorts/$cohortId', params: { cohortId: chosen } }))}>
            <span className={styles.mark}>
              <Icon name="sliders" size={14} />
            </span>
            {t('openCohort')}
          </MenuItem>
        )}
        <MenuItem onClick={doing(() => void navigate({ to: '/dashboard/cohorts' }))}>
          <span className={styles.mark}>
            <Icon name="columns" size={14} />
          </span>
          {t('cohortList')}
        </MenuItem>
      </Menu>
    </>
  );
}
