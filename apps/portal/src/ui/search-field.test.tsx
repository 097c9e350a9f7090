import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

afterEach(cleanup);

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test('a search that comes back late takes away nothing that was typed since; a value from outside replaces it', async () => {
  const onSearch = vi.fn();
  const field = (value: string) => <SearchField value={value} onSearch={onSearch} label="Members" placeholder="Search" />;
  const { rerender } = render(field(''));
  for (const text of ['m', 'mi']) {
    type(text);
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith(text));
  }
  type('mia');
  for (const late of ['m', 'mi']) {
    rerender(field(late));
    expect(box().value).toBe('mia');
  }
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('mia'));
  rerender(field('mia'));
  rerender(field('m'));
  expect(box().value).toBe('m');
  expect(onSearch.mock.calls.flat()).toEqual(['m', 'mi', 'mia']);
});
