import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderOf, placeIn } from './member-order.ts';

const list = (client: QueryClient, endpoint: string, ids: readonly string[], updatedAt: number, name = 'user_id') =>
  client.setQueryData([endpoint, 'me', { page: updatedAt }], { content: ids.map((id) => ({ [name]: id })) }, { updatedAt });

beforeEach(() => sessionStorage.clear());

describe('the order that a reader came with', () => {
  it('is of the list last on screen that has the member', () => {
    const client = new QueryClient();
    list(client, 'eventsProcessor.listMembers', ['a', 'b', 'c'], 1);
    list(client, 'eventsProcessor.listMembers', ['c', 'b'], 2);
    list(client, 'registry.listUsers', ['x', 'a'], 3, 'id');
    expect(orderOf(client, 'b').ids).toEqual(['c', 'b']);
    expect(orderOf(client, 'a').ids).toEqual(['x', 'a']);
  });
  it('outlives a reload of the page', () => {
    const client = new QueryClient();
    list(client, 'eventsProcessor.listMembers', ['a', 'b'], 1);
    orderOf(client, 'a');
    expect(orderOf(new QueryClient(), 'b')).toEqual({ ids: ['a', 'b'], before: 0, total: 2 });
  });
  it('counts in the whole list, of which it knows a page', () => {
    const client = new QueryClient();
    const answer = { content: [{ user_id: 'u' }, { user_id: 'v' }], totalElements: 61, page: 1, size: 20 };
    client.setQueryData(['eventsProcessor.listMembers', 'me', {}], answer);
    const expected = { position: 22, total: 61, previous: 'u', next: null };
    expect(placeIn(orderOf(client, 'v'), 'v')).toEqual(expected);
    expect(placeIn(orderOf(new QueryClient(), 'v'), 'v')).toEqual(expected);
  });
  it('is none for whoever came from no list', () => expect(orderOf(new QueryClient(), 'a').ids).toEqual([]));
});

it.each([
  ['the first', 'a', { position: 1, total: 3, previous: null, next: 'b' }],
  ['one in the middle', 'b', { position: 2, total: 3, previous: 'a', next: 'c' }],
  ['the last', 'c', { position: 3, total: 3, previous: 'b', next: null }],
  ['one that is not in it', 'z', null],
])('the neighbours of %s', (_, id, expected) => expect(placeIn({ ids: ['a', 'b', 'c'], before: 0, total: 3 }, id)).toEqual(expected));
