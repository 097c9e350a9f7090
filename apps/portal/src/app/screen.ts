import {
  type AsyncRouteComponent,
  lazyRouteComponent,
  Navigate,
  redirect,
  type SearchMiddleware,
  stripSearchParams,
  useParams,
} from '@tanstack/react-router';
import type { FeatureFlags } from '@vigil/contract/configurator.contract';
import { type ComponentType, createElement } from 'react';
import * as z from 'zod/mini';
import { configuration, flagAt, useConfiguration } from '#lib/configuration.ts';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import type { IconName } from '#ui/icons.tsx';
import { type Gates, mayOpenMember } from './gates.ts';
import type messages from './messages.en.json';
import { noteTurnedAway } from './turned-away.ts';

/** What the gates ask. */
export interface RouteContext {
  readonly userId: string;
  readonly gates: Gates;
}

/** One screen: a row of the route table. */
export interface ScreenRow<Path extends string, Search extends z.ZodMiniType, Frame extends string> {
  readonly path: Path;
  /** The beginning of the path that is a route of its own, with what stands around several screens. */
  readonly frame?: Frame;
  /** Who may open it; anyone else is led to `/`. `member`: clinical staff, and a patient the own page; `own`: that patient alone; `staff`: clinical staff and administrators; `everybody`: whoever is signed in. */
  readonly gate: keyof typeof opens;
  /** Stands only while a flag of the tenant is on, or off; otherwise its address leads elsewhere, on open pages too. */
  readonly when?: FlagCondition;
  /** What its address holds. The schema fills in defaults, and they are left out of the address again. */
  readonly search: Search;
  /** Its code, loaded when the screen is opened or a link to it is pointed at. The path's parameters become its props. */
  readonly load: () => Promise<ComponentType<never>>;
  /** Where it is listed; absent: nowhere. */
  readonly nav?: {
    readonly label: LabelKey;
    readonly icon: IconName;
    readonly place: NavigationPlace;
    /** Where it leads, if that is not the screen itself: the frame that opens the first of its subpages. */
    readonly to?: string;
    /** Not for those with this gate: they have the same under another address. */
    readonly unless?: keyof Gates;
  };
  /** What it is called among the subpages of its frame. */
  readonly subpage?: LabelKey;
}

/**
 * `header`: a main part of the portal, in the header and in the account menu. `care`: among the care team's tools, a menu of the
 * header. `menu`: in the account menu. `palette`: only there, because a page that is in a menu leads to it. The palette has all.
 */
export type NavigationPlace = 'header' | 'care' | 'menu' | 'palette';

/** `otherwise` is the path that the address leads to instead; it may hold the screen's own parameters. */
export interface FlagCondition {
  readonly flag: string;
  readonly is: boolean;
  readonly otherwise: string;
}

/** Whether a flag stands as a screen needs it; what no configuration has set is off. */
export const flagStands = (when: FlagCondition | undefined, flags: FeatureFlags | undefined): boolean =>
  when === undefined || flagAt(flags ?? {}, when.flag) === when.is;

export type LabelKey = { [Key in keyof typeof messages]: (typeof messages)[Key] extends string ? Key : never }[keyof typeof messages];

interface Opening {
  readonly context: RouteContext;
  readonly params: {
    readonly memberId?: string;
    readonly teamId?: string;
    readonly cohortId?: string;
    readonly programId?: string;
    readonly ruleId?: string;
    readonly handoffId?: string;
  };
  readonly preload: boolean;
}

const opens = {
  clinician: ({ context }: Opening) => context.gates.clinician,
  admin: ({ context }: Opening) => context.gates.admin,
  staff: ({ context }: Opening) => context.gates.clinician || context.gates.admin,
  /** One's own affairs: whoever is signed in. */
  everybody: () => true,
  own: ({ context, params }: Opening) => context.gates.patient && params.memberId === context.userId,
  member: ({ context, params, preload }: Opening) => {
    const open = mayOpenMember(context.gates, context.userId, params.memberId ?? '');
    if (!open && !preload) noteTurnedAway();
    return open;
  },
};

/** The address is the screen's own affair. */
export const anySearch = z.looseObject({});

/** Declares a row; its options for `createRoute` come with it. */
export function screen<const Path extends string, Search extends z.ZodMiniType, const Frame extends string = ''>(
  row: ScreenRow<Path, Search, Frame>,
) {
  const { gate, search: schema, when } = row;
  const path = row.path.slice(row.frame?.length ?? 0) as Path extends `${Frame}${infer Rest}` ? Rest : never;
  const middlewares: SearchMiddleware<z.output<Search>>[] = [stripSearchParams(z.parse(schema, {}) as never)];
  const beforeLoad = (opening: Opening) => {
    if (!opens[gate](opening)) throw redirect({ to: '/', replace: true });
    if (when && !flagStands(when, configuration.get()?.featureFlags))
      throw redirect({ to: when.otherwise, params: opening.params as never, replace: true });
  };
  return {
    ...row,
    route: { path, validateSearch: schema, search: { middlewares }, beforeLoad, component: screenComponent(row.load, when) },
  };
}

/** A component in a chunk of its own, which the router loads ahead when a link to it is pointed at. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): AsyncRouteComponent<Props> {
  return lazyRouteComponent(() => loadOnceReachable(async () => ({ default: await load() }))) as AsyncRouteComponent<Props>;
}

/** Another member's page starts afresh: nothing of the one before is kept in its fields. */
function screenComponent(load: () => Promise<ComponentType<never>>, when: FlagCondition | undefined) {
  const Screen = lazyComponent(load as () => Promise<ComponentType<object>>);
  const WithParams = () => {
    const params = useParams({ strict: false });
    const { featureFlags } = useConfiguration();
    if (when && !flagStands(when, featureFlags))
      return createElement(Navigate, { to: when.otherwise, params: params as never, replace: true });
    return createElement(Screen, { key: JSON.stringify(params), ...params });
  };
  return Object.assign(WithParams, { preload: () => Screen.preload?.() ?? Promise.resolve() });
}
