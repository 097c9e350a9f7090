import {
  type AsyncRouteComponent,
  lazyRouteComponent,
  redirect,
  type SearchMiddleware,
  stripSearchParams,
  useParams,
} from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import * as z from 'zod/mini';
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
  /** Who may open it; anyone else is led to `/`. `member`: clinical staff, and a patient the own page; `own`: that patient alone. */
  readonly gate: keyof typeof opens;
  /** What its address holds. The schema fills in defaults, and they are left out of the address again. */
  readonly search: Search;
  /** Its code, loaded when the screen is opened or a link to it is pointed at. The path's parameters become its props. */
  readonly load: () => Promise<ComponentType<never>>;
  /** Its place in the account menu and the palette, and for the main parts of the portal in the header; absent: none. */
  readonly nav?: { readonly label: LabelKey; readonly icon: IconName; readonly inHeader: boolean };
}

type LabelKey = { [Key in keyof typeof messages]: (typeof messages)[Key] extends string ? Key : never }[keyof typeof messages];

interface Opening {
  readonly context: RouteContext;
  readonly params: { readonly memberId?: string };
  readonly preload: boolean;
}

const opens = {
  clinician: ({ context }: Opening) => context.gates.clinician,
  admin: ({ context }: Opening) => context.gates.admin,
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
  const { gate, search: schema } = row;
  const path = row.path.slice(row.frame?.length ?? 0) as Path extends `${Frame}${infer Rest}` ? Rest : never;
  const middlewares: SearchMiddleware<z.output<Search>>[] = [stripSearchParams(z.parse(schema, {}) as never)];
  const beforeLoad = (opening: Opening) => {
    if (!opens[gate](opening)) throw redirect({ to: '/', replace: true });
  };
  return { ...row, route: { path, validateSearch: schema, search: { middlewares }, beforeLoad, component: screenComponent(row.load) } };
}

/** A component in a chunk of its own, which the router loads ahead when a link to it is pointed at. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): AsyncRouteComponent<Props> {
  return lazyRouteComponent(() => loadOnceReachable(async () => ({ default: await load() }))) as AsyncRouteComponent<Props>;
}

/** Another member's page starts afresh: nothing of the one before is kept in its fields. */
function screenComponent(load: () => Promise<ComponentType<never>>) {
  const Screen = lazyComponent(load as () => Promise<ComponentType<object>>);
  const WithParams = () => {
    const params = useParams({ strict: false });
    return createElement(Screen, { key: JSON.stringify(params), ...params });
  };
  return Object.assign(WithParams, { preload: () => Screen.preload?.() ?? Promise.resolve() });
}
